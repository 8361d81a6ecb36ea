//! [`Worker`]: a child process, as its parent sees it.

use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::fetch::resolve::Lookup;
use common::{Cause, Options, Target};

use super::message::{FromChild, ToChild, receive, send};

/// A child process and the pipes to it. Dropping it ends it.
pub struct Worker {
    process: Child,
    /// What it is told.
    pub stdin: Stdin,
    stdout: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts a child that runs `program`. Fails if the system gives no process or pipe.
    pub fn start(program: &Path, options: &Options) -> io::Result<Worker> {
        let mut command = Command::new(program);
        command.args(["--strategy", "processes", "--child"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        {
            // Ctrl-C in a terminal is for the parent, which decides what becomes of its children.
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut process = spawn(&mut command)?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else { unreachable!("both are piped") };
        let worker = Worker {
            process,
            stdin: Stdin(Arc::new(Mutex::new(Some(stdin)))),
            stdout: BufReader::new(stdout),
        };
        // A hook is a function of this process: it gets the pages here.
        let wants_responses = options.on_response.is_some();
        // A child that has ended already is noticed by who waits for its answer.
        let _ = worker.stdin.tell(&ToChild::Begin { options: options.clone(), wants_responses });
        Ok(worker)
    }

    /// Has the child fetch a target, and answers what it wants to know meanwhile. Fails if the child ends.
    pub fn fetch(&mut self, target: &Target, options: &Options) -> io::Result<FromChild> {
        self.stdin.tell(&ToChild::Fetch(target.clone()))?;
        loop {
            match receive(&mut self.stdout)? {
                Some(FromChild::Lookup { host, port }) => {
                    // The child sees for itself whether they are public.
                    let lookup = options.resolver.lookup(&target.url);
                    find(lookup, self.stdin.clone(), host, port);
                }
                Some(FromChild::Turn(pause)) => {
                    let pause = options.pacer.turn(&target.url, options.delay, pause);
                    self.stdin.tell(&ToChild::Pause(pause))?;
                }
                Some(answer) => return Ok(answer),
                None => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the child process ended")),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stdin.close();
        // It ends because its stdin has; if it cannot be waited for, it has ended.
        let _ = self.process.wait();
    }
}

/// Tells the child what `lookup` finds: now, or from the resolver's thread when it has.
fn find(lookup: Lookup, stdin: Stdin, host: String, port: u16) {
    let again = (lookup.clone(), stdin.clone(), host.clone());
    if let Some(found) = lookup.answer(move || find(again.0, again.1, again.2, port)) {
        let addresses = found.map(|addresses| addresses.in_turn(1).collect()).map_err(Cause::Dns);
        // A child that has ended is noticed by who waits for its answer.
        let _ = stdin.tell(&ToChild::Found { host, port, addresses });
    }
}

/// Starts one process at a time: where pipes cannot be made private at once, as on macOS, another
/// child that is just being started would inherit them, and keep them open.
fn spawn(command: &mut Command) -> io::Result<Child> {
    static SPAWNING: Mutex<()> = Mutex::new(());
    let _alone = SPAWNING.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn()
}

/// A pipe to a child, for all who have something to tell it. When it is closed, the child ends.
#[derive(Clone)]
pub struct Stdin(Arc<Mutex<Option<ChildStdin>>>);

impl Stdin {
    fn tell(&self, message: &ToChild) -> io::Result<()> {
        match &mut *self.lock() {
            Some(stdin) => send(stdin, message),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Has the child end, whatever it is doing.
    pub fn close(&self) {
        drop(self.lock().take());
    }

    fn lock(&self) -> MutexGuard<'_, Option<ChildStdin>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for Stdin {
    fn eq(&self, other: &Stdin) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
