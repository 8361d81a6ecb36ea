//! [`s_server`]: OpenSSL's server, which answers one connection after the other, in HTTP/1.0.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;

use crate::authority::Certified;
use crate::process::{Process, free_port, serving};

/// Starts `openssl s_server` in `folder` with these options, and returns when it listens.
///
/// Its files are in `files`.
///
/// # Panics
/// If it does not listen.
pub fn s_server(
    certified: &Certified,
    options: &[&str],
    folder: &Path,
    files: &Path,
) -> (Process, SocketAddr) {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let [certificate, key] = ["s_server.pem", "s_server.key"].map(|name| files.join(name));
    fs::write(&certificate, &certified.certificate).expect("a file");
    fs::write(&key, &certified.key).expect("a file");
    let mut command = Command::new("openssl");
    command.args(["s_server", "-accept", &address.to_string(), "-cert"]).arg(certificate);
    command.arg("-key").arg(key).args(options).current_dir(folder);
    (serving(command, &[address], &files.join("s_server.log")), address)
}
