//! [`Nginx`]: nginx, which serves folders by http and https.

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::authority::Certified;
use crate::process::{Process, serving};

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

/// A request in nginx's log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Logged {
    /// The version of TLS, such as `TLSv1.3`; `-` if there was none.
    pub version: String,
    /// The connection's number.
    pub connection: String,
    /// Whether its session of TLS was resumed.
    pub is_resumed: bool,
}

impl Nginx {
    /// Starts nginx, and returns when it listens at all addresses.
    ///
    /// # Panics
    /// If it does not.
    pub fn start(hosts: &[Host<'_>]) -> Nginx {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = config(folder.path(), hosts);
        let path = folder.path().join("nginx.conf");
        fs::write(&path, config).expect("a file");
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).arg("-c").arg(path);
        let addresses: Vec<_> = hosts.iter().map(|host| host.address).collect();
        Nginx { _process: serving(command, &addresses, &folder.path().join("said.log")), folder }
    }

    /// Returns the requests that were answered so far. The last ones may be missing for a moment.
    pub fn logged(&self) -> Vec<Logged> {
        let text = fs::read_to_string(self.folder.path().join("access.log")).expect("a log");
        let logged = text.lines().filter_map(|line| {
            let mut words = line.split(' ').map(str::to_owned);
            let (version, connection, reused) = (words.next()?, words.next()?, words.next()?);
            Some(Logged { version, connection, is_resumed: reused == "r" })
        });
        logged.collect()
    }
}

/// Writes the certificates into `folder`. Returns nginx's configuration.
fn config(folder: &Path, hosts: &[Host<'_>]) -> String {
    let at = |name: &str| folder.join(name).display().to_string();
    let mut config = format!(
        "daemon off; master_process off; pid {}; error_log {} warn;\n\
         events {{ worker_connections 1000; }}\n\
         http {{\n\
         log_format short '$ssl_protocol $connection $ssl_session_reused'; access_log {} short;\n\
         types {{ text/html html; text/css css; text/javascript js; text/plain txt; }}\n",
        at("pid"),
        at("error.log"),
        at("access.log")
    );
    // As it is built, it would put them where only root may write.
    for kind in ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"] {
        writeln!(config, "{kind}_temp_path {};", at(kind)).expect("a text takes all");
    }
    for (number, host) in hosts.iter().enumerate() {
        let (address, root) = (host.address, host.root.display());
        let tls = host.tls.map_or_else(String::new, |(certified, versions)| {
            let [certificate, key] = ["pem", "key"].map(|end| at(&format!("{number}.{end}")));
            fs::write(&certificate, &certified.certificate).expect("a file");
            fs::write(&key, &certified.key).expect("a file");
            format!(
                " ssl; ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols {versions}"
            )
        });
        writeln!(config, "server {{ root {root}; listen {address}{tls}; }}").expect("a text takes all");
    }
    config + "}\n"
}
