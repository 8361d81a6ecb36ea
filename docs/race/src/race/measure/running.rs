//! A process that runs: waiting for its end, and for what it says.

use std::io::{self, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long is waited between asking whether a process that has closed its output has ended.
const SOON: Duration = Duration::from_micros(100);

/// A process, with a thread that waits for its end: on a busy machine, one that sleeps hears of it sooner than one that
/// looks around meanwhile.
pub struct Running {
    child: Arc<Mutex<Child>>,
    /// Closed at the end.
    ended: Receiver<()>,
    end: JoinHandle<io::Result<End>>,
    stderr: JoinHandle<Vec<u8>>,
}

/// How a process ended.
pub struct End {
    pub at: Instant,
    /// `None`, if it had to be ended.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Running {
    /// Starts a process.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn start(command: &mut Command) -> io::Result<Running> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let (sender, ended) = channel();
        let end = wait(Arc::clone(&child), stdout, sender);
        let stderr = thread::spawn(move || read(stderr));
        Ok(Running { child, ended, end, stderr })
    }

    /// Returns the process's number.
    pub fn id(&self) -> u32 {
        lock(&self.child).id()
    }

    /// Returns whether the process ends within this time.
    pub fn ends_within(&self, time: Duration) -> bool {
        self.ended.recv_timeout(time) != Err(RecvTimeoutError::Timeout)
    }

    /// Returns what became of a process that has ended, and ends any other.
    ///
    /// # Errors
    /// If the system tells nothing of it.
    pub fn finish(self, has_ended: bool) -> io::Result<(Arc<Mutex<Child>>, End)> {
        if !has_ended {
            let mut child = lock(&self.child);
            child.kill()?;
            child.wait()?;
            drop(child);
            // Processes that it has started may hold its output, so that its end is not waited for.
            let end = End { at: Instant::now(), status: None, stdout: Vec::new(), stderr: Vec::new() };
            return Ok((self.child, end));
        }
        let mut end = joined(self.end)??;
        end.stderr = joined(self.stderr)?;
        Ok((self.child, end))
    }
}

/// Waits for the end of a process, in a thread of its own. `ended` is closed then.
///
/// Its memory is not looked at when it begins to speak, though it then holds all that it has to say: on a busy machine
/// that makes it wait for milliseconds before it can end.
fn wait(
    child: Arc<Mutex<Child>>,
    stdout: Option<ChildStdout>,
    ended: Sender<()>,
) -> JoinHandle<io::Result<End>> {
    thread::spawn(move || {
        let _ended = ended;
        let stdout = read(stdout);
        loop {
            // The time is taken first: to clear away a process that was looked at can take milliseconds.
            let at = Instant::now();
            // The lock is not kept: a process that closes its output, and lives on, can still be ended.
            let status = lock(&child).try_wait()?;
            if status.is_some() {
                return Ok(End { at, status, stdout, stderr: Vec::new() });
            }
            thread::sleep(SOON);
        }
    })
}

fn read(from: Option<impl Read>) -> Vec<u8> {
    let mut text = Vec::new();
    // What could be read before an error is what there is.
    let _ = from.map(|mut from| from.read_to_end(&mut text));
    text
}

/// A panic under the lock leaves the process as good as it was.
pub fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn joined<T>(thread: JoinHandle<T>) -> io::Result<T> {
    thread.join().map_err(|_| io::Error::other("a thread that reads has panicked"))
}
