//! The parent's side: a pool of child processes, which the threads of the crawl share.
//!
//! A child fetches and parses; the frontier, the names' addresses, the hosts' turns and the progress line stay here.

use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use common::{Cause, FetchError, Options, Outcome, Phase, Report, Scope, Target};

use super::message::FromChild;
use super::worker::{Stdin, Worker};
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

impl Children {
    /// A pool with one child: if there is none to be had, it is said at once.
    fn start(program: &Path, options: &Options) -> io::Result<Children> {
        let first = Worker::start(program, options)?;
        let running = vec![first.stdin.clone()];
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
                *outcome
            }
            Ok(FromChild::Lookup { .. } | FromChild::Turn(_)) => unreachable!("it has been answered"),
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
            _ => pool.running.retain(|stdin| *stdin != worker.stdin),
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
                    match pool.closed {
                        true => worker.stdin.close(),
                        false => pool.running.push(worker.stdin.clone()),
                    }
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
        pool.running.drain(..).for_each(|stdin| stdin.close());
        let idle = mem::take(&mut pool.idle);
        drop(pool);
        self.returned.notify_all();
        drop(idle);
    }

    fn wait<'a>(&self, pool: MutexGuard<'a, Pool>) -> MutexGuard<'a, Pool> {
        self.returned.wait(pool).unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
