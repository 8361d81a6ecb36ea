//! [`Program`]: a stage's program, which runs under a watchdog.

use std::process::{Command, Stdio};

#[cfg(unix)]
use nix::sys::signal::{SigHandler, Signal, kill, signal};
#[cfg(unix)]
use nix::unistd::Pid;
use practice_site::Site;
use serde_json::Value;

use test_tools::process::{Process, read};
use test_tools::watchdog::assert_is_worth_running;

use super::Stage;
use super::running::receive;

/// A running program, which is killed when it is dropped.
#[derive(Debug)]
pub(super) struct Program<'a> {
    pub child: Process,
    site: &'a Site,
}

/// The exit status and the output of a program.
#[derive(Debug)]
pub(super) struct Ended {
    /// The exit status; none if a signal ended the program.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Stage {
    /// Runs the stage's program with these arguments, of which `/` stands for the site's root, until it ends.
    #[track_caller]
    pub(super) fn run(&self, site: &Site, arguments: &[&str]) -> Ended {
        self.start(site, arguments).finish()
    }

    /// Starts the stage's program, and returns while it runs.
    #[track_caller]
    pub(super) fn start<'a>(&self, site: &'a Site, arguments: &[&str]) -> Program<'a> {
        self.start_by(Command::new(self.program), site, arguments)
    }

    /// Runs `script` in a shell until it ends. Its `exec "$@"` runs the stage's program.
    #[cfg(unix)]
    #[track_caller]
    pub(super) fn run_in_shell(&self, script: &str, site: &Site, arguments: &[&str]) -> Ended {
        self.start_in_shell(script, site, arguments).finish()
    }

    /// Starts such a script, and returns while it runs.
    #[cfg(unix)]
    #[track_caller]
    pub(super) fn start_in_shell<'a>(&self, script: &str, site: &'a Site, arguments: &[&str]) -> Program<'a> {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", self.program]);
        self.start_by(command, site, arguments)
    }

    #[track_caller]
    fn start_by<'a>(&self, mut command: Command, site: &'a Site, arguments: &[&str]) -> Program<'a> {
        let root = site.url("/");
        let arguments =
            arguments.iter().map(|argument| if *argument == "/" { root.as_str() } else { argument });
        command.args(self.arguments).args(arguments);
        // The tests may run there, and the program would print annotations.
        command.env_remove("GITHUB_ACTIONS");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        reset_signals();
        assert_is_worth_running();
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Program { child: Process(child), site }
    }
}

impl Program<'_> {
    /// Sends it a signal.
    #[cfg(unix)]
    pub fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.0.id()).expect("a process's number fits");
        kill(Pid::from_raw(id), signal).expect("it is our child, and we have not waited for it yet");
    }

    /// Waits until it ends.
    #[track_caller]
    pub fn finish(mut self) -> Ended {
        let outputs = [self.child.0.stdout.take().map(read), self.child.0.stderr.take().map(read)];
        let [stdout, stderr] = outputs.map(|output| {
            output.map_or_else(String::new, |output| receive(self.site, "the program", &output))
        });
        // It has closed its outputs, so it ends soon.
        let code = self.child.0.wait().expect("it is our child").code();
        Ended { code, stdout, stderr }
    }
}

impl Ended {
    /// Returns the report, which is all there is on stdout.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

/// Ends the ignoring of signals, which the program would inherit: in the background of a script, SIGINT is ignored.
#[cfg(unix)]
fn reset_signals() {
    for ended_by in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        // SAFETY: the default action runs no code of this process.
        #[allow(unsafe_code)]
        unsafe { signal(ended_by, SigHandler::SigDfl) }.expect("these signals have a default action");
    }
}
