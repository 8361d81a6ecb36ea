//! The parent's side: a pool of child processes, which the threads of the crawl share.
//!
//! A child fetches and parses; the frontier, the names' addresses and the progress line stay here.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use common::resolve::Lookup;
use common::{Cause, FetchError, Options, Outcome, Phase, Report, Scope, Target};

use super::message::{FromChild, ToChild, receive, send};
use crate::crawl::crawl_with;

/// Crawls with children that run `program`, `max_tasks` of them at most.
///
/// # Errors
/// What the system says when it does not even give one process.
pub fn crawl(program: &Path, options: &Options) -> io::Result<Report> {
    let children = Arc::new(Children::start(program, options)?);
    let visited = Arc::clone(&children);
    let report = crawl_with(options, move |target| visited.visit(target));
    children.close();
    report
}

/// The pool. Children are started as they are needed.
struct Children {
    program: PathBuf,
    options: Options,
    scope: Scope,
    pool: Mutex<Pool>,
    /// Signalled when a child has come back to the pool, or has ended.
    returned: Condvar,
}

#[derive(Default)]
struct Pool {
    idle: Vec<Worker>,
    /// All that run, idle or not. Closing a child's stdin ends it.
    running: Vec<Stdin>,
    closed: bool,
}

type Stdin = Arc<Mutex<Option<ChildStdin>>>;

impl Children {
    /// A pool with one child: if there is none to be had, it is said at once.
    fn start(program: &Path, options: &Options) -> io::Result<Children> {
        let first = Worker::start(program, options)?;
        let running = vec![Arc::clone(&first.stdin)];
        Ok(Children {
            program: program.into(),
            options: options.clone(),
            scope: Scope::new(options),
            pool: Mutex::new(Pool { idle: vec![first], running, closed: false }),
            returned: Condvar::new(),
        })
    }

    /// Has a child fetch a target and make out what that means.
    fn visit(&self, target: &Target) -> Outcome {
        self.options.progress.started();
        match self.ask(target) {
            Ok(FromChild::Response(response)) => {
                Outcome::of(target, Ok(response), &self.scope, &self.options)
            }
            Ok(FromChild::Outcome(outcome)) => {
                self.options.progress.ended(outcome.record());
                outcome
            }
            Ok(FromChild::Lookup { .. }) => unreachable!("a lookup has been answered"),
            Err(error) => {
                let error =
                    FetchError::new(&target.url, Phase::Resolving, 1, Duration::ZERO, Cause::Io(error));
                Outcome::of(target, Err(error), &self.scope, &self.options)
            }
        }
    }

    /// What a child says of a target. A child that ends is replaced when the next target comes.
    fn ask(&self, target: &Target) -> io::Result<FromChild> {
        let mut worker = self.take()?;
        let answer = worker.fetch(target, &self.options);
        let mut pool = self.lock();
        match answer {
            Ok(_) if !pool.closed => pool.idle.push(worker),
            _ => pool.running.retain(|stdin| !Arc::ptr_eq(stdin, &worker.stdin)),
        }
        self.returned.notify_one();
        answer
    }

    /// A child for a target: an idle one or a new one.
    fn take(&self) -> io::Result<Worker> {
        let mut pool = self.lock();
        loop {
            if pool.closed {
                return Err(io::Error::other("the crawl has ended"));
            }
            if let Some(worker) = pool.idle.pop() {
                return Ok(worker);
            }
            drop(pool);
            let started = Worker::start(&self.program, &self.options);
            pool = self.lock();
            match started {
                Ok(worker) => {
                    pool.running.push(Arc::clone(&worker.stdin));
                    return Ok(worker);
                }
                Err(error) if pool.running.is_empty() => return Err(error),
                // To have fewer than one wants is no error: one comes back.
                Err(_) if pool.idle.is_empty() => pool = self.wait(pool),
                Err(_) => {}
            }
        }
    }

    /// Ends all children. Those that are idle have ended when it returns.
    fn close(&self) {
        let mut pool = self.lock();
        pool.closed = true;
        pool.running.drain(..).for_each(|stdin| drop(lock(&stdin).take()));
        let idle = std::mem::take(&mut pool.idle);
        drop(pool);
        self.returned.notify_all();
        drop(idle);
    }

    fn wait<'a>(&self, pool: MutexGuard<'a, Pool>) -> MutexGuard<'a, Pool> {
        self.returned.wait(pool).unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        lock(&self.pool)
    }
}

/// A child process and the pipes to it. Dropping it ends it.
struct Worker {
    process: Child,
    stdin: Stdin,
    stdout: BufReader<ChildStdout>,
}

impl Worker {
    fn start(program: &Path, options: &Options) -> io::Result<Worker> {
        let mut command = Command::new(program);
        command.args(["--strategy", "processes", "--child"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn()?;
        let pipes = (process.stdin.take(), process.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else { unreachable!("both are piped") };
        let worker =
            Worker { process, stdin: Arc::new(Mutex::new(Some(stdin))), stdout: BufReader::new(stdout) };
        // A hook is a function of this process: it gets the pages here.
        let wants_responses = options.on_response.is_some();
        tell(&worker.stdin, &ToChild::Begin { options: options.clone(), wants_responses })?;
        Ok(worker)
    }

    /// Has the child fetch a target, and answers what it wants to know meanwhile.
    fn fetch(&mut self, target: &Target, options: &Options) -> io::Result<FromChild> {
        tell(&self.stdin, &ToChild::Fetch(target.clone()))?;
        loop {
            match receive(&mut self.stdout)? {
                Some(FromChild::Lookup { host, port }) => {
                    let lookup = options.resolver.lookup(&target.url);
                    find(lookup, Arc::clone(&self.stdin), host, port);
                }
                Some(answer) => return Ok(answer),
                None => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the child process ended")),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(lock(&self.stdin).take());
        // It ends because its stdin has; if it cannot be waited for, it has ended.
        let _ = self.process.wait();
    }
}

/// Tells the child what `lookup` finds: now, or from the resolver's thread when it has.
fn find(lookup: Lookup, stdin: Stdin, host: String, port: u16) {
    let again = (lookup.clone(), Arc::clone(&stdin), host.clone());
    if let Some(found) = lookup.answer(move || find(again.0, again.1, again.2, port)) {
        let addresses = found.map(|addresses| addresses.in_turn(1).collect()).map_err(Cause::Dns);
        // A child that has ended is noticed by who waits for its answer.
        let _ = tell(&stdin, &ToChild::Found { host, port, addresses });
    }
}

fn tell(stdin: &Stdin, message: &ToChild) -> io::Result<()> {
    match &mut *lock(stdin) {
        Some(stdin) => send(stdin, message),
        None => Err(io::ErrorKind::BrokenPipe.into()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
