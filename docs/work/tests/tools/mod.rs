//! What the tests of the shared crawl have: a Redis of their own, and workers.

#![allow(dead_code, unused_imports)]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use practice_site::Site;
use serde_json::Value;
use test_tools::patience::IDLE;
use test_tools::process::{Process, read};
use test_tools::watchdog::{watched, watched_within};

mod server;

pub use server::Redis;

/// A process that works on a shared crawl. It is killed when it is dropped, even if it is stopped.
pub struct Worker(Process, Option<Receiver<String>>);

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
        Worker::at(&redis.url(), site, arguments)
    }

    /// Starts a worker whose Redis has this URL.
    pub fn at(redis: &str, site: &Site, arguments: &[&str]) -> Worker {
        Worker::with(&[&[&format!("--redis={redis}"), site.url("/").as_str()], arguments].concat())
    }

    /// Starts the program with these arguments alone, and no REDIS_URL.
    pub fn with(arguments: &[&str]) -> Worker {
        Worker::of(None, arguments)
    }

    /// Starts the program with these arguments, and perhaps a REDIS_URL.
    pub fn of(redis_url: Option<&str>, arguments: &[&str]) -> Worker {
        let mut command = Command::new(env!("CARGO_BIN_EXE_work"));
        command.args(["--quiet", "--format=json"]).args(arguments).env_remove("GITHUB_ACTIONS");
        command.env_remove("REDIS_URL").envs(redis_url.map(|url| ("REDIS_URL", url)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // What is not read stops the program when the pipe is full.
        let stdout = child.stdout.take().map(read);
        Worker(Process(child), stdout)
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        // An error means that it has ended.
        let _ = kill(Pid::from_raw(self.0.0.id().cast_signed()), signal);
    }

    /// Returns whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.0.0.try_wait().unwrap().is_some()
    }

    /// Returns the first line that it says on stderr. The rest is lost.
    pub fn first_line(&mut self) -> String {
        let stderr = BufReader::new(self.0.0.stderr.take().unwrap());
        watched(move || stderr.lines().next().unwrap()).unwrap()
    }

    /// Waits until it ends.
    #[track_caller]
    pub fn finish(self) -> Ended {
        self.finish_within(IDLE)
    }

    /// Waits until it ends, on a machine that has nothing else to do for this time at most.
    #[track_caller]
    pub fn finish_within(mut self, limit: Duration) -> Ended {
        let child = &mut self.0.0;
        let outputs = [self.1, child.stderr.take().map(read)];
        let read =
            move || outputs.map(|output| output.map_or_else(String::new, |output| output.recv().unwrap()));
        let explain = || format!("the worker does not end within {limit:?}");
        let [stdout, stderr] = watched_within(limit, read, explain);
        // It has closed its outputs, so it ends soon.
        Ended { code: child.wait().unwrap().code(), stdout, stderr }
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

/// Returns how many records a report has.
pub fn count(report: &Value) -> usize {
    report["records"].as_array().unwrap().len()
}

/// Returns the report of one process that has the site for itself.
pub fn alone(site: &Site, arguments: &[&str]) -> Value {
    let worker = Worker::with(&[&[site.url("/").as_str()], arguments].concat());
    worker.finish_within(Duration::from_secs(60)).report()
}
