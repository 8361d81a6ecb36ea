//! [`Redis`]: a server of its own for a test or an example.

#![allow(dead_code)]

use std::fs::{rename, write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;

use tempfile::TempDir;
use test_tools::process::{Process, free_port, serving};
use test_tools::watchdog::until;

/// What lets a test set the clock of a Redis: the Debian package `faketime`. The allocator of Redis asks for the time before the
/// library is ready, so it makes room for that of the C library.
const FAKETIME: &str = "/usr/$LIB/faketime/libfaketime.so.1:libc.so.6";

/// Returns a command for a program that is killed, too, if this process is: by the system, when the thread that has started it ends.
pub fn bound(program: &str) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--", program]);
    command
}

/// A Redis on a free port, which is killed when it is dropped.
pub struct Redis {
    process: Option<Process>,
    directory: TempDir,
    pub port: u16,
    arguments: Vec<String>,
    has_clock: bool,
}

impl Redis {
    /// Returns whether this machine has it.
    pub fn is_installed() -> bool {
        let found = Command::new("redis-server").arg("--version").output();
        found.is_ok_and(|found| found.status.success())
    }

    /// Starts one that keeps all that it has done in an append-only file.
    pub fn start() -> Redis {
        Redis::start_with(&["--appendonly", "yes", "--appendfsync", "always"])
    }

    /// Starts one with these further arguments.
    pub fn start_with(arguments: &[&str]) -> Redis {
        loop {
            let (directory, port) = (tempfile::tempdir().expect("a directory"), free_port());
            let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
            let mut redis = Redis { process: None, directory, port, arguments, has_clock: false };
            redis.go_on();
            // A test in another process may have taken the port a moment earlier.
            if redis.process.as_ref().is_some_and(|of| f64::from(of.0.id()) == redis.info("process_id")) {
                return redis;
            }
        }
    }

    /// Starts it again, with a clock that a test can set.
    pub fn take_clock(&mut self) {
        let is_installed = Command::new("faketime").arg("-v").output().is_ok();
        assert!(is_installed, "this needs faketime (in Debian: apt-get install faketime)");
        self.has_clock = true;
        self.set_clock(0);
        self.kill();
        self.go_on();
    }

    /// Sets its clock so many seconds ahead of the real one.
    pub fn set_clock(&self, ahead: i32) {
        let [new, file] = ["new", "clock"].map(|name| self.directory.path().join(name));
        write(&new, format!("{ahead:+}"))
            .and_then(|()| rename(new, file))
            .expect("its directory can be written to");
    }

    /// Starts it again, with what its file has.
    pub fn go_on(&mut self) {
        assert!(Redis::is_installed(), "this needs redis-server (in Debian: apt-get install redis-server)");
        let mut command = bound("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--port", &self.port.to_string()]);
        command.args(&self.arguments).arg("--dir").arg(self.directory.path());
        if self.has_clock {
            command.env("LD_PRELOAD", FAKETIME).env("FAKETIME_NO_CACHE", "1").env("DONT_FAKE_MONOTONIC", "1");
            command.env("FAKETIME_TIMESTAMP_FILE", self.directory.path().join("clock"));
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        self.process = Some(serving(command, &[address], &self.directory.path().join("log")));
        // At first, it reads its file.
        assert!(until(|| self.try_run::<()>(&["PING"]).is_ok()), "Redis does not get ready");
    }

    /// Kills it, as a power cut does.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Sends it a signal.
    #[cfg(unix)]
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        let id = self.process.as_ref().expect("it runs").0.id().cast_signed();
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("it runs");
    }

    /// Returns its URL, without a password.
    pub fn url(&self) -> String {
        self.url_with("")
    }

    /// Returns its URL with a password, such as `:secret@`.
    pub fn url_with(&self, password: &str) -> String {
        format!("redis://{password}127.0.0.1:{}", self.port)
    }

    /// Runs a command in it.
    pub fn run<T: redis::FromRedisValue>(&self, command: &[&str]) -> T {
        self.try_run(command).expect("Redis answers")
    }

    /// Runs a command in it. It may have the password `secret`.
    pub fn try_run<T: redis::FromRedisValue>(&self, command: &[&str]) -> redis::RedisResult<T> {
        let password = if self.arguments.contains(&"--requirepass".to_owned()) { ":secret@" } else { "" };
        let mut client = redis::Client::open(self.url_with(password))?;
        redis::cmd(command[0]).arg(&command[1..]).query(&mut client)
    }

    /// Runs a command of words without a space in it, whatever its answer.
    pub fn tell(&self, command: &str) {
        self.run::<redis::Value>(&command.split(' ').collect::<Vec<_>>());
    }

    /// Returns the keys of the crawl `name`, sorted.
    pub fn keys(&self, name: &str) -> Vec<String> {
        let mut keys: Vec<String> = self.run(&["KEYS", &format!("crawl:{{{name}}}:*")]);
        keys.sort();
        keys
    }

    /// Returns a number from what it says about itself; 0 if there is none.
    pub fn info(&self, name: &str) -> f64 {
        let text: String = self.run(&["INFO", "everything"]);
        let number = |line: &str| line.strip_prefix(name)?.strip_prefix(':')?.parse().ok();
        text.lines().find_map(number).unwrap_or_default()
    }

    /// Returns the sign of the leader of the crawl `name`: `end` if it is done, and an empty text if there is none.
    pub fn leader(&self, name: &str) -> String {
        self.run::<Option<String>>(&["GET", &format!("crawl:{{{name}}}:leader")]).unwrap_or_default()
    }

    /// Returns what the leader of the crawl `name` says in its sign; null if there is none.
    pub fn sign(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.leader(name)).unwrap_or_default()
    }

    /// Makes it a replica of the server at this port, and waits until it is one.
    pub fn follow(&self, port: u16) {
        self.tell(&format!("REPLICAOF 127.0.0.1 {port}"));
        let is_up = || self.run::<String>(&["INFO", "replication"]).contains("master_link_status:up");
        assert!(until(is_up), "the replica does not come up");
    }
}
