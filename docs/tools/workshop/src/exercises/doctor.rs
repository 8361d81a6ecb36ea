//! `doctor`: whether this machine is ready for the course.

use std::env;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::compile::cargo;
use super::course::Course;
use super::lock::Lock;
use super::words::{BOLD, say};

/// The stages, compiled with their tests, take this much of the disk, in bytes.
const NEEDED: u64 = 4 << 30;

/// A connection to this machine itself takes no longer.
const LOOPBACK: Duration = Duration::from_secs(5);

/// What was found: in a few words, or what is wrong and what helps.
type Found = Result<String, String>;

/// What is examined, and how.
type Check = (&'static str, fn(&Course) -> Found);

/// Examines this machine, and says what was found. Returns whether all is well.
///
/// # Errors
/// If stdout is closed.
pub fn doctor(course: &Course) -> io::Result<bool> {
    let checks: [Check; 4] =
        [("toolchain", toolchain), ("disk", disk), ("loopback", loopback), ("offline build", offline_build)];
    let mut is_well = true;
    let mut summary = vec![format!("workshop {}", env!("CARGO_PKG_VERSION"))];
    for (name, check) in checks {
        if name == "offline build" {
            say!("      all stages and their tests are compiled: the first time, that takes some minutes")?;
        }
        let found = check(course);
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

fn toolchain(_: &Course) -> Found {
    // Cargo has compared the version with the one that is needed.
    let rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into())).arg("--version").output();
    let rustc = rustc.map_err(|error| format!("rustc: {error}; https://rustup.rs installs it"))?;
    Ok(String::from_utf8_lossy(&rustc.stdout).trim().to_owned())
}

fn disk(course: &Course) -> Found {
    Lock::take(&course.root).map_err(|error| error.to_string())?;
    let free = fs4::available_space(&course.root).map_err(|error| error.to_string())?;
    let gigabytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    match free >= NEEDED {
        true => Ok(format!("{:.0} GiB free", gigabytes(free))),
        false => Err(format!("{:.1} GiB free, but {:.0} are needed", gigabytes(free), gigabytes(NEEDED))),
    }
}

fn loopback(_: &Course) -> Found {
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
