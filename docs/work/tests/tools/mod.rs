//! What the tests of the shared crawl have: a Redis of their own, and workers.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use practice_site::Site;
use serde_json::Value;
use test_tools::patience::{IDLE, Patience};
use test_tools::process::{Process, read};
use test_tools::watchdog::watched_within;

mod server;

pub use server::Redis;

use server::bound;

/// A process that works on a shared crawl. It is killed when it is dropped, even if it is stopped.
pub struct Worker {
    process: Process,
    stdout: Receiver<String>,
    /// The lines of stderr.
    lines: Receiver<String>,
}

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
        Worker::of(Some(redis), [site.url("/").as_str()], arguments)
    }

    /// Starts the program with these arguments alone.
    pub fn with(arguments: &[&str]) -> Worker {
        Worker::of(None, [""; 0], arguments)
    }

    /// Starts the program with these roots. If it has a Redis, the environment says which.
    pub fn of(
        redis: Option<&str>,
        roots: impl IntoIterator<Item = impl AsRef<OsStr>>,
        arguments: &[&str],
    ) -> Worker {
        let mut command = bound(env!("CARGO_BIN_EXE_work"));
        command.arg("--format=json").args(redis.map(|_| "--redis")).args(roots).args(arguments);
        command.env_remove("REDIS_URL").envs(redis.map(|url| ("REDIS_URL", url)));
        command.env_remove("GITHUB_ACTIONS");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // What is not read stops the program when the pipe is full.
        let stdout = read(child.stdout.take().unwrap());
        let (stderr, (sender, lines)) = (BufReader::new(child.stderr.take().unwrap()), channel());
        spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line + "\n")));
        Worker { process: Process(child), stdout, lines }
    }

    /// Returns its process id.
    pub fn id(&self) -> u32 {
        self.process.0.id()
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        // An error means that it has ended.
        let _ = kill(Pid::from_raw(self.id().cast_signed()), signal);
    }

    /// Returns whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.process.0.try_wait().unwrap().is_some()
    }

    /// Waits until it says something on stderr, in capitals or not. Returns the line.
    #[track_caller]
    pub fn says(&self, what: &str, limit: Duration) -> String {
        let mut lines = String::new();
        let said = Patience::of(limit).wait(|tick| {
            let line = self.lines.recv_timeout(tick).ok()?;
            lines.push_str(&line);
            line.to_lowercase().contains(what).then_some(line)
        });
        said.unwrap_or_else(|| panic!("within {limit:?}, the worker does not say `{what}`, but: {lines}"))
    }

    /// Waits until it ends.
    #[track_caller]
    pub fn finish(self) -> Ended {
        self.finish_within(IDLE)
    }

    /// Waits until it ends, on a machine that has nothing else to do for this time at most.
    #[track_caller]
    pub fn finish_within(self, limit: Duration) -> Ended {
        let Worker { mut process, stdout, lines } = self;
        let read = move || (stdout.recv().unwrap(), lines.iter().collect());
        let (stdout, stderr) =
            watched_within(limit, read, || format!("the worker does not end within {limit:?}"));
        // It has closed its outputs, so it ends soon.
        Ended { code: process.0.wait().unwrap().code(), stdout, stderr }
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
