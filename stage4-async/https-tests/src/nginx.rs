//! [`Nginx`]: nginx, which serves a folder by http and https.

use std::fs;
use std::net::SocketAddr;
use std::process::Command;

use tempfile::TempDir;
use test_tools::process::{Process, serving};

use crate::authority::Certified;

/// A running nginx, which belongs to the user of the test and is killed when it is dropped.
pub struct Nginx {
    _process: Process,
    folder: TempDir,
}

/// The configuration without the servers. Its paths are in nginx's folder: as it is built, it would put the temporary files
/// where only root may write.
const CONFIG: &str = include_str!("nginx.conf");

impl Nginx {
    /// Starts nginx, which serves the folder `root` by http at the first address and at the second one by https, with a
    /// version such as `TLSv1.3`. Returns when it listens.
    ///
    /// # Panics
    /// If it does not.
    pub fn start(root: &str, addresses: [SocketAddr; 2], certified: &Certified, version: &str) -> Nginx {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [plain, secure] = addresses;
        let servers = format!(
            "root {root}; ssl_protocols {version};\nserver {{ listen {plain}; }}\nserver {{ listen {secure} ssl; }}\n"
        );
        let Certified { certificate, key } = certified;
        for (name, text) in [
            ("site.pem", &**certificate),
            ("site.key", key),
            ("servers.conf", &servers),
            ("nginx.conf", CONFIG),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).arg("-c").arg(folder.path().join("nginx.conf"));
        Nginx { _process: serving(command, &addresses, &folder.path().join("said.log")), folder }
    }

    /// Returns of each request over TLS that was answered so far: the version of TLS, the connection's number, and whether it
    /// resumed a session. The last ones may be missing for a moment.
    pub fn logged(&self) -> Vec<(String, String, bool)> {
        let text = fs::read_to_string(self.folder.path().join("access.log")).expect("a log");
        let lines = text.lines().filter(|line| line.starts_with("TLS"));
        let logged = lines.map(|line| {
            let [version, connection, reused] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            (version.to_owned(), connection.to_owned(), reused == "r")
        });
        logged.collect()
    }
}
