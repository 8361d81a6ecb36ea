//! What the tests of the shared crawl have: a Redis of their own, and workers.

#![allow(dead_code)]

use std::collections::HashMap;
use std::io::{Write, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use practice_site::Site;
use serde_json::Value;
use tempfile::TempDir;
use test_tools::process::{Process, free_port, serving};
use test_tools::watchdog::watched;

/// A Redis on a free port, which keeps all that it has done in an append-only file.
pub struct Redis {
    process: Option<Process>,
    directory: TempDir,
    port: u16,
}

impl Redis {
    /// Returns whether this machine has it. If not, it says on stderr that a test is skipped.
    pub fn is_installed() -> bool {
        let command = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status();
        let is_there = command.is_ok_and(|status| status.success());
        if !is_there {
            // If that fails, the test that asks for redis-server still says so.
            let _ = writeln!(stderr(), "a test is skipped: it needs redis-server");
        }
        is_there
    }

    /// Starts it.
    ///
    /// # Panics
    /// If there is none on this machine.
    pub fn start() -> Redis {
        let directory = tempfile::tempdir().unwrap();
        let mut redis = Redis { process: None, directory, port: free_port() };
        redis.go_on();
        redis
    }

    /// Kills it, as a power cut does.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Starts it again, with what its file has.
    pub fn go_on(&mut self) {
        let found = Command::new("redis-server").arg("--version").stdout(Stdio::null()).status();
        found.expect("this test needs redis-server (in Debian: apt-get install redis-server)");
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "always"]);
        command.args(["--port", &self.port.to_string()]).arg("--dir").arg(self.directory.path());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        self.process = Some(serving(command, &[address], &self.directory.path().join("log")));
    }

    /// Returns its URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Runs a command in it.
    pub fn run<T: redis::FromRedisValue>(&self, command: &[&str]) -> T {
        let mut connection = redis::Client::open(self.url()).unwrap().get_connection().unwrap();
        redis::cmd(command[0]).arg(&command[1..]).query(&mut connection).unwrap()
    }

    /// Returns a number of the state of the crawl `name`; 0 if it is not there.
    pub fn state(&self, name: &str, field: &str) -> u64 {
        let state: HashMap<String, String> = self.run(&["HGETALL", &format!("crawl:{{{name}}}:state")]);
        state.get(field).map_or(0, |number| number.parse().unwrap())
    }
}

/// A process that works on a shared crawl. It is killed when it is dropped.
pub struct Worker(Option<Child>);

/// How a worker has ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Worker {
    /// Starts a worker on the crawl of `site`, with these further arguments.
    pub fn start(redis: &Redis, site: &Site, arguments: &[&str]) -> Worker {
        Worker::with(&[&["--redis", redis.url().as_str(), site.url("/").as_str()], arguments].concat())
    }

    /// Starts the program with these arguments alone.
    pub fn with(arguments: &[&str]) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_work"));
        command.args(["--quiet", "--format=json"]).args(arguments).env_remove("GITHUB_ACTIONS");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Worker(Some(command.spawn().unwrap()))
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        let child = self.0.as_ref().unwrap();
        // An error means that it has ended.
        let _ = kill(Pid::from_raw(child.id().cast_signed()), signal);
    }

    /// Returns whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    /// Waits until its process is gone.
    pub fn finish_killed(self) {
        drop(self);
    }

    /// Waits until it ends.
    pub fn finish(mut self) -> Ended {
        let child = self.0.take().unwrap();
        let output = watched(move || child.wait_with_output()).unwrap();
        let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        Ended { code: output.status.code(), stdout, stderr }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // A worker that is stopped dies, too.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Ended {
    /// Returns the report without its times.
    #[track_caller]
    pub fn report(&self) -> Value {
        let parsed = serde_json::from_str(&self.stdout);
        let mut report: Value = parsed.unwrap_or_else(|error| panic!("{error} in {self:?}"));
        for record in report["records"].as_array_mut().unwrap() {
            record["elapsed_ms"].take();
        }
        report["summary"]["elapsed_ms"].take();
        report
    }
}

/// Returns the report of one process that has the site for itself.
pub fn alone(site: &Site, arguments: &[&str]) -> Value {
    Worker::with(&[&[site.url("/").as_str()], arguments].concat()).finish().report()
}
