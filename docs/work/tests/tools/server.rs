//! [`Redis`]: a server of its own for a test or an example.

#![allow(dead_code)]

use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;

use tempfile::TempDir;
use test_tools::process::{Process, free_port, serving};
use test_tools::watchdog::until;

/// A Redis on a free port, which is killed when it is dropped.
pub struct Redis {
    process: Option<Process>,
    directory: TempDir,
    port: u16,
    arguments: &'static [&'static str],
}

impl Redis {
    /// Returns whether this machine has it.
    pub fn is_installed() -> bool {
        let found = Command::new("redis-server").arg("--version").output();
        found.is_ok_and(|found| found.status.success())
    }

    /// Starts one that keeps all that it has done in an append-only file.
    ///
    /// # Panics
    /// If there is none on this machine.
    pub fn start() -> Redis {
        Redis::start_with(&["--appendonly", "yes", "--appendfsync", "always"])
    }

    /// Starts one with these further arguments.
    pub fn start_with(arguments: &'static [&'static str]) -> Redis {
        let directory = tempfile::tempdir().expect("a directory");
        let mut redis = Redis { process: None, directory, port: free_port(), arguments };
        redis.go_on();
        redis
    }

    /// Starts it again, with what its file has.
    pub fn go_on(&mut self) {
        assert!(Redis::is_installed(), "this needs redis-server (in Debian: apt-get install redis-server)");
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--port", &self.port.to_string()]);
        command.args(self.arguments).arg("--dir").arg(self.directory.path());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        self.process = Some(serving(command, &[address], &self.directory.path().join("log")));
        let mut client = redis::Client::open(self.url()).expect("it is a URL");
        // At first, it reads its file.
        assert!(until(|| redis::cmd("PING").query::<()>(&mut client).is_ok()), "Redis does not get ready");
    }

    /// Kills it, as a power cut does.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Returns its URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Runs a command in it.
    pub fn run<T: redis::FromRedisValue>(&self, command: &[&str]) -> T {
        let mut client = redis::Client::open(self.url()).expect("it is a URL");
        redis::cmd(command[0]).arg(&command[1..]).query(&mut client).expect("Redis answers")
    }

    /// Returns a number of the state of the crawl `name`; 0 if it is not there.
    pub fn state(&self, name: &str, field: &str) -> u64 {
        self.run::<Option<u64>>(&["HGET", &format!("crawl:{{{name}}}:state"), field]).unwrap_or(0)
    }
}
