//! [`Nginx`]: nginx, which serves folders by http and https.

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;
use test_tools::process::{Process, serving};

use crate::authority::Certified;

/// What nginx serves at an address.
pub struct Host<'a> {
    /// Where it listens.
    pub address: SocketAddr,
    /// The folder that it serves.
    pub root: PathBuf,
    /// Its certificate and the versions of TLS, such as `TLSv1.2 TLSv1.3`; none for http.
    pub tls: Option<(&'a Certified, &'a str)>,
}

/// A running nginx, which belongs to the user of the test and is killed when it is dropped.
pub struct Nginx {
    _process: Process,
    folder: TempDir,
}

/// The configuration without the hosts. Its paths are in nginx's folder: as it is built, it would put the temporary files
/// where only root may write.
const CONFIG: &str = "\
    daemon off; master_process off; pid pid; error_log error.log warn;\n\
    events { worker_connections 1000; }\n\
    http {\n\
    log_format short '$ssl_protocol $connection'; access_log access.log short;\n\
    types { text/html html; text/css css; text/javascript js; text/plain txt; }\n\
    client_body_temp_path body; proxy_temp_path proxy;\n\
    fastcgi_temp_path fastcgi; scgi_temp_path scgi; uwsgi_temp_path uwsgi;\n";

impl Nginx {
    /// Starts nginx, and returns when it listens at all addresses.
    ///
    /// # Panics
    /// If it does not.
    pub fn start(hosts: &[Host<'_>]) -> Nginx {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut config = CONFIG.to_owned();
        for (number, Host { address, root, tls }) in hosts.iter().enumerate() {
            let tls = tls.map_or_else(String::new, |(certified, versions)| {
                certified.write(folder.path(), &number.to_string());
                format!(
                    " ssl; ssl_protocols {versions}; ssl_certificate {number}.pem; ssl_certificate_key {number}.key"
                )
            });
            let root = root.display();
            writeln!(config, "server {{ root {root}; listen {address}{tls}; }}").expect("a text takes all");
        }
        let path = folder.path().join("nginx.conf");
        fs::write(&path, config + "}\n").expect("a file");
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).arg("-c").arg(path);
        let addresses: Vec<_> = hosts.iter().map(|host| host.address).collect();
        Nginx { _process: serving(command, &addresses, &folder.path().join("said.log")), folder }
    }

    /// Returns the version of TLS and the connection's number of each request over TLS that was answered so far. The last
    /// ones may be missing for a moment.
    pub fn logged(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(self.folder.path().join("access.log")).expect("a log");
        let logged =
            text.lines().filter_map(|line| line.split_once(' ')).filter(|(version, _)| *version != "-");
        logged.map(|(version, connection)| (version.to_owned(), connection.to_owned())).collect()
    }
}
