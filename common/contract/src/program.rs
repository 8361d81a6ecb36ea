//! [`Program`]: a stage's program, run under a watchdog.

use std::io::Read;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

#[cfg(unix)]
use nix::sys::signal::{Signal, kill};
#[cfg(unix)]
use nix::unistd::Pid;
use practice_site::Site;
use serde_json::Value;

use super::Stage;
use super::running::{HUNG, seen_by};

/// A program that runs. It is killed when it is dropped.
#[derive(Debug)]
pub(super) struct Program<'a> {
    child: Child,
    site: &'a Site,
}

/// What a program leaves behind.
#[derive(Debug)]
pub(super) struct Ended {
    /// Its exit status; none if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Stage {
    /// Runs the stage's program with these arguments, until it ends. It is to crawl `site`, if anything.
    #[track_caller]
    pub(super) fn run(&self, site: &Site, arguments: &[&str]) -> Ended {
        self.start(site, arguments).finish()
    }

    /// Starts the stage's program, so that something can happen while it runs.
    #[track_caller]
    pub(super) fn start<'a>(&self, site: &'a Site, arguments: &[&str]) -> Program<'a> {
        let mut command = Command::new(self.program);
        command.args(self.arguments).args(arguments);
        Program::start(command, site)
    }
}

impl<'a> Program<'a> {
    #[track_caller]
    pub fn start(mut command: Command, site: &'a Site) -> Program<'a> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Program { child, site }
    }

    /// The other end of its stdout.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Closes the other end of its stderr.
    pub fn close_stderr(&mut self) {
        self.child.stderr = None;
    }

    /// Sends it what Ctrl-C sends.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        self.signal(Signal::SIGINT);
    }

    /// Sends it a signal.
    #[cfg(unix)]
    pub fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id()).expect("a process's number fits");
        kill(Pid::from_raw(id), signal).expect("it is our child, and we have not waited for it yet");
    }

    /// Waits until the site has seen what `condition` asks for.
    #[track_caller]
    pub fn wait_until(&self, condition: impl FnMut(&Site) -> bool) {
        if !self.site.wait_until(condition, HUNG) {
            panic!("what the site waits for does not happen; {}", seen_by(self.site));
        }
    }

    /// Waits for its end.
    #[track_caller]
    pub fn finish(mut self) -> Ended {
        let stdout = self.child.stdout.take().map(read_all);
        let stderr = self.child.stderr.take().map(read_all);
        let [stdout, stderr] = [stdout, stderr].map(|text| match text.map(|text| text.recv_timeout(HUNG)) {
            None => String::new(),
            Some(Ok(text)) => text,
            Some(Err(_)) => panic!("the program hangs; {}", seen_by(self.site)),
        });
        // It has closed its outputs, so it ends.
        let code = self.child.wait().expect("it is our child").code();
        Ended { code, stdout, stderr }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // It fails if the program has ended, as it should.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ended {
    /// The report, if that is all that is on stdout.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

fn read_all(mut from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What can be read counts; a test that has failed meanwhile does not listen any more.
        let _ = from.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}
