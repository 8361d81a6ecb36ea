//! `doctor`: whether this machine is ready for the course.

use std::env;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::compile::cargo;
use super::course::Course;
use super::words::{BOLD, say};

/// The time in which this machine answers itself.
const LOOPBACK: Duration = Duration::from_secs(5);

/// A finding in a few words, or what is wrong and what helps.
type Found = Result<String, String>;

/// Examines this machine, and says what was found. Returns whether all is well.
pub fn doctor(course: &Course) -> io::Result<bool> {
    say!("All stages and their tests are compiled. The first time, that takes some minutes.\n")?;
    let findings =
        [("toolchain", toolchain()), ("loopback", loopback()), ("offline build", offline_build(course))];
    let mut is_well = true;
    let mut summary = vec![format!("workshop {}", env!("CARGO_PKG_VERSION"))];
    for (name, found) in findings {
        is_well &= found.is_ok();
        match &found {
            Ok(text) => say!("ok    {name}: {text}")?,
            Err(text) => say!("{BOLD}WRONG {name}: {text}{BOLD:#}")?,
        }
        summary.push(format!("{name}: {}", found.unwrap_or_else(|text| format!("WRONG, {text}"))));
    }
    let processors = thread::available_parallelism().map_or(1, usize::from);
    summary.push(format!("{} {}, {processors} processors", env::consts::OS, env::consts::ARCH));
    say!("\n{BOLD}{}{BOLD:#} For the instructor:", if is_well { "All is well." } else { "Not ready yet." })?;
    say!("{}", summary.join("; "))?;
    Ok(is_well)
}

fn toolchain() -> Found {
    // Cargo has compared the version with the one that is needed.
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("--version").output();
    let rustc = rustc.map_err(|error| format!("rustc: {error}; https://rustup.rs installs it"))?;
    Ok(String::from_utf8_lossy(&rustc.stdout).trim().to_owned())
}

fn loopback() -> Found {
    let exchange = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let mut client = TcpStream::connect_timeout(&listener.local_addr()?, LOOPBACK)?;
        client.set_read_timeout(Some(LOOPBACK))?;
        listener.accept()?.0.write_all(b"a")?;
        client.read_exact(&mut [0])?;
        ("localhost", 80).to_socket_addrs().map(|addresses| addresses.count())
    };
    match exchange() {
        Ok(_) => Ok("127.0.0.1 answers, and localhost has an address".into()),
        Err(error) => {
            Err(format!("{error}; does a firewall or a VPN forbid connections to this machine itself?"))
        }
    }
}

fn offline_build(course: &Course) -> Found {
    let began = Instant::now();
    let mut command = cargo(&course.root);
    command.args(["test", "--offline", "--no-run", "--quiet"]);
    let packages = course.exercises.iter().map(|exercise| exercise.package());
    let mut packages: Vec<_> = packages.collect();
    packages.dedup();
    command.args(packages.iter().flat_map(|package| ["-p", package]));
    match command.status() {
        Ok(status) if status.success() => Ok(format!("{} s", began.elapsed().as_secs())),
        Ok(_) => Err("see above. If a crate is missing, `cargo fetch` brings it, with a network. If a source of yours \
                      does not compile, `cargo workshop reset` cuts it anew"
            .into()),
        Err(error) => Err(format!("cargo: {error}")),
    }
}
