//! [`Process`]: the process of a test. It may hang, end too early, or print without end.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use test_tools::patience::Patience;

/// The most that a test may print, in bytes.
const MOST_PRINTED: u64 = 16 << 20;

/// The part of the output that is kept, in bytes: its end.
const KEPT: u64 = 64 << 10;

/// A process, which is killed when it is dropped.
pub struct Process {
    child: Child,
    /// The output on stdout and stderr: a file, which something that it has left behind may keep open.
    output: File,
    /// The length of the output.
    length: u64,
    /// The time that it has run, as on a machine that has nothing else to do.
    pub clock: Patience,
    /// The exit status, or the reason to stop it.
    pub end: Option<Result<ExitStatus, &'static str>>,
}

impl Process {
    /// Starts a process.
    pub fn start(command: &mut Command) -> io::Result<Process> {
        let output = tempfile::tempfile()?;
        let child = command.stdout(output.try_clone()?).stderr(output.try_clone()?).spawn()?;
        Ok(Process { child, output, length: 0, clock: Patience::of(Duration::MAX), end: None })
    }

    /// Tells whether the process has printed something or ended since the last call, or has printed too much.
    pub fn has_news(&mut self) -> io::Result<bool> {
        self.clock.spent();
        self.end = self.child.try_wait()?.map(Ok);
        let length = self.output.metadata()?.len();
        if length > MOST_PRINTED {
            self.end = Some(Err("it printed more than 16 MB"));
        }
        let has_printed = length > self.length;
        self.length = length;
        Ok(has_printed || self.end.is_some())
    }

    /// Returns what the process has printed, or the end of it.
    pub fn output(&mut self) -> io::Result<String> {
        let mut output = Vec::new();
        self.output.seek(SeekFrom::Start(self.length.saturating_sub(KEPT)))?;
        (&self.output).take(KEPT).read_to_end(&mut output)?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
