//! `doctor`: whether this machine is ready for the course.

use std::env;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::course::Course;
use super::exercise::Exercise;
use super::words::{BOLD, say};
use crate::{building, root};

/// The time in which this machine answers itself.
const LOOPBACK: Duration = Duration::from_secs(5);

/// A finding in a few words, or what is wrong and what helps.
type Found = Result<String, String>;

/// Examines this machine, and says what was found. Returns whether all is well.
pub fn doctor(course: &Course) -> io::Result<bool> {
    say!(
        "What is missing is downloaded, and all stages and their tests are compiled. The first time, that takes some minutes.\n"
    )?;
    let rustc = root::output(Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("-vV"));
    let build = offline_build(course, rustc.as_deref().unwrap_or_default());
    let findings = [
        ("toolchain", installed(rustc, "https://rustup.rs")),
        ("git", installed(root::output(Command::new("git").arg("--version")), "https://git-scm.com")),
        ("loopback", loopback()),
        ("offline build", build),
        ("redis", Ok(redis())),
    ];
    let is_well = findings.iter().all(|(_, found)| found.is_ok());
    let mut summary = vec![format!("workshop {}", env!("CARGO_PKG_VERSION"))];
    for (name, found) in findings {
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

/// Returns the first line of what a program says of its version.
fn installed(version: io::Result<String>, from: &str) -> Found {
    let version = version.map_err(|error| format!("{error}; {from} installs it"))?;
    Ok(version.lines().next().unwrap_or_default().to_owned())
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

/// Downloads the dependencies for this machine, which `rustc -vV` names, and then compiles without a network.
fn offline_build(course: &Course, rustc: &str) -> Found {
    let since = Instant::now();
    let mut fetch = building::cargo();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    fetch
        .current_dir(&course.root)
        .args(["fetch", "--locked"])
        .args(host.into_iter().flat_map(|host| ["--target", host]));
    if !fetch.status().is_ok_and(|status| status.success()) {
        return Err("see above. Connect this machine to a network, and run `cargo workshop doctor` again. For a room \
                    without one, `cargo workshop pack` writes an archive that has all"
            .into());
    }
    let mut packages: Vec<_> = course.exercises.iter().map(Exercise::package).collect();
    packages.sort_unstable();
    packages.dedup();
    // Each alone, as `check` builds it: together, they would have other features.
    for package in packages {
        let mut tests = building::cargo();
        tests.current_dir(&course.root).args(["test", "--offline", "--locked", "--no-run", "-p", package]);
        if building::build(&mut tests).map_err(|error| error.to_string())?.is_err() {
            return Err(
                "see above. If a source of yours does not compile, `cargo workshop reset` cuts it anew"
                    .into(),
            );
        }
    }
    Ok(format!("{} s", since.elapsed().as_secs()))
}

/// Looks for the server that only one exercise needs.
fn redis() -> String {
    match root::output(Command::new("redis-server").arg("--version")) {
        Ok(version) => version.split(" sha=").next().unwrap_or_default().trim().to_owned(),
        Err(_) => "redis-server is missing; only `w-lease` and the crawl on many machines need it".to_owned(),
    }
}
