//! The crawl over https of nginx, with the documentation of Python as the site.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;

use common::crawl::strategy::Crawl;
use serde_json::Value;
use tempfile::TempDir;
use test_tools::process::{Process, free_port, serving};
use test_tools::watchdog::until;

use crate::authority::{Authority, Certified};
use crate::{crawled, url};

/// The site, of about 500 pages, which the package python3-doc of Debian brings.
const PYTHON: &str = "/usr/share/doc/python3-doc/html";

/// A running nginx, which belongs to the user of the test and is killed when it is dropped.
struct Nginx {
    _process: Process,
    folder: TempDir,
}

/// The configuration without the servers. Its paths are in nginx's folder: as it is built, it would put the temporary files
/// where only root may write.
const CONFIG: &str = include_str!("real_servers/nginx.conf");

impl Nginx {
    /// Starts nginx, which serves the folder `root` by http at the first address and at the second one by https, with a
    /// version such as `TLSv1.3`. Returns when it listens.
    fn start(root: &str, addresses: [SocketAddr; 2], certified: &Certified, version: &str) -> Nginx {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [plain, secure] = addresses;
        let servers = format!(
            "root {root}; ssl_protocols {version};\nserver {{ listen {plain}; }}\nserver {{ listen {secure} ssl; }}\n"
        );
        let Certified { certificate, key } = certified;
        let files = [
            ("site.pem", &**certificate),
            ("site.key", key),
            ("servers.conf", &servers),
            ("nginx.conf", CONFIG),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).arg("-c").arg(folder.path().join("nginx.conf"));
        Nginx { _process: serving(command, &addresses, &folder.path().join("said.log")), folder }
    }

    /// Returns of each request over TLS that was answered so far: the version of TLS, the connection's number, and `r` if it
    /// resumed a session. The last ones may be missing for a moment.
    fn logged(&self) -> Vec<[String; 3]> {
        let text = fs::read_to_string(self.folder.path().join("access.log")).expect("a log");
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let lines = text.lines().filter(|line| line.starts_with("TLS"));
        lines.map(|line| words(line).try_into().expect("three words")).collect()
    }
}

/// Crawls the site with 10 tasks. Returns its records as http at port 0 would give them, without times.
fn records(crawl: Crawl, scheme: &str, address: SocketAddr, authority: &Authority) -> Vec<Value> {
    let report = crawled(crawl, [url(scheme, address, "/")], &authority.pem(), |_| {});
    let mut json = Vec::new();
    report.write_json("stage", &mut json).expect("a buffer takes all");
    // No page of Python's has such a URL.
    let json = String::from_utf8(json)
        .expect("JSON")
        .replace(&format!("{scheme}://{address}/"), "http://127.0.0.1:0/");
    let mut json: Value = serde_json::from_str(&json).expect("JSON");
    let records = json["records"].as_array_mut().expect("records");
    records.iter_mut().for_each(|record| drop(record["elapsed_ms"].take()));
    std::mem::take(records)
}

/// A crawl that uses connections again has at most one for each task.
pub fn a_site_of_nginx_gives_the_same_report_by_https_as_by_http(crawl: Crawl, most_connections: usize) {
    let authority = Authority::new("The tests' authority");
    let certified = authority.issue(&["127.0.0.1"]);
    // Links lead to other folders.
    let python = fs::canonicalize(PYTHON).expect("python3-doc is installed").display().to_string();
    for version in ["TLSv1.2", "TLSv1.3"] {
        let addresses = [(); 2].map(|()| SocketAddr::from((Ipv4Addr::LOCALHOST, free_port())));
        let nginx = Nginx::start(&python, addresses, &certified, version);
        let [plain, secure] = [("http", addresses[0]), ("https", addresses[1])]
            .map(|(scheme, address)| records(crawl, scheme, address, &authority));
        assert!(plain.len() > 400, "{}", plain.len());
        assert_eq!(secure, plain, "{version}");

        assert!(until(|| nginx.logged().len() == plain.len()), "{}", nginx.logged().len());
        let mut connections = BTreeMap::new();
        for [spoken, connection, resumed] in nginx.logged() {
            assert_eq!(spoken, version);
            connections.insert(connection, resumed);
        }
        assert!(connections.len() <= most_connections, "{connections:?}");
        assert!(connections.values().any(|resumed| resumed == "r"), "{connections:?}");
    }
}
