//! A child process for each page. A thread of the crawl talks to it through pipes.
//!
//! The children share no memory, so a crash of one cannot hurt another. Only the bytes of the
//! answers come back; the parent decodes them.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use common::{Attempt, Job, Report};

use super::child::{OTHER, TIMED_OUT};
use super::fetch_over::fetch_over;
use crate::crawl::crawl_with;

/// Crawls with children that run `program`, at most `max_tasks` at a time.
///
/// # Errors
/// If not even one thread or one child can be started.
pub fn crawl(program: &Path, job: Job) -> io::Result<Report> {
    // Fail now if no child can be started.
    drop(Stream::start(program)?);
    let program = PathBuf::from(program);
    crawl_with(job, move |target, services| {
        fetch_over(|address, attempt| Stream::connect(&program, address, attempt), target, services)
    })
}

/// The connection of a child process. Dropping it ends the child, which closes the connection.
struct Stream {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
}

impl Stream {
    /// Starts a child, which waits for an address.
    fn start(program: &Path) -> io::Result<Stream> {
        let mut command = Command::new(program);
        command.args(["--strategy", "processes", "--child"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // In a process group of its own: Ctrl-C in a terminal reaches only the parent, which ends the child.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // One child at a time. Some systems, such as macOS, cannot create a pipe that is not inherited:
        // another child that starts meanwhile would inherit it and keep it open.
        static STARTING: Mutex<()> = Mutex::new(());
        let starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            // At the limit on processes. A blocking socket reports its time limit as `WouldBlock`, too.
            ErrorKind::WouldBlock => io::Error::other(format!("no child process can be started: {error}")),
            _ => error,
        })?;
        drop(starting);
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok(Stream { child, stdin, stdout }),
            _ => unreachable!("both are piped"),
        }
    }

    /// Starts a child, and waits until it has connected to `address`.
    fn connect(program: &Path, address: SocketAddr, attempt: &Attempt) -> io::Result<Stream> {
        let mut stream = Stream::start(program)?;
        let left = |by: Instant| by.saturating_duration_since(Instant::now()).as_micros();
        let (to_connect, in_all) = (left(attempt.connect_deadline()), left(attempt.deadline()));
        // If only a part is written, the child waits for the rest. A read would then wait for the child for ever.
        writeln!(stream.stdin, "{address} {to_connect} {in_all}")
            .map_err(|error| io::Error::other(format!("the child process takes no address: {error}")))?;
        // The child reports its connection with a line break.
        match stream.read(&mut [0])? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(stream),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stdout.read(buffer)? {
            0 => match self.child.wait()?.code() {
                Some(0) => Ok(0),
                Some(TIMED_OUT) => Err(ErrorKind::TimedOut.into()),
                Some(OTHER) | None => Err(io::Error::other("the child process has ended")),
                Some(code) => Err(io::Error::from_raw_os_error(code)),
            },
            count => Ok(count),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdin.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdin.flush()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // A child that cannot be killed may still run. It ends soon after its stdin is closed.
        if self.child.kill().is_ok() {
            let _ = self.child.wait();
        }
    }
}
