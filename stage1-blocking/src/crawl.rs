//! Who works, and when it ends: a pool of threads around a joinable queue.

use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use common::{Frontier, Options, Outcome, Report, Scope, Target};

use crate::fetch::fetch;
use crate::queue::Queue;

/// Crawls as `options` say, and reports what it found.
///
/// If the crawl is interrupted, threads that wait in the kernel cannot be told: they are left
/// behind, and end with their fetch.
///
/// # Errors
/// What the system says when it does not even give one thread.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let (scope, known) = (Scope::new(options), options.clone());
    crawl_with(options, move |target| Outcome::of(target, fetch(target, &known), &scope, &known))
}

/// Crawls as [`crawl`] does, with workers that call `visit`, which fetches a target and makes out
/// what that means. No lock is held meanwhile.
///
/// # Errors
/// What the system says when it does not even give one thread.
pub fn crawl_with<V>(options: &Options, visit: V) -> io::Result<Report>
where
    V: Fn(&Target) -> Outcome + Send + Sync + 'static,
{
    let crawl = Arc::new(Crawl::new(options, Box::new(visit)));
    let to_close = Arc::clone(&crawl);
    let _listening = options.interrupt.on_trigger(move || to_close.queue.close());
    let roots = crawl.frontier(Frontier::roots);
    crawl.put(roots)?;
    crawl.queue.join();
    crawl.queue.close();
    if !options.interrupt.is_triggered() {
        let workers = mem::take(&mut *lock(&crawl.workers));
        // A worker's panic has been recorded as its page's failure.
        workers.into_iter().for_each(|worker| drop(worker.join()));
    }
    let frontier = lock(&crawl.frontier).take();
    Ok(frontier.expect("this thread alone takes it").into_report())
}

/// What the workers share.
struct Crawl {
    options: Options,
    visit: Box<Visit>,
    /// Taken for the report. Threads that are left behind come too late for it.
    frontier: Mutex<Option<Frontier>>,
    queue: Queue<Target>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

type Visit = dyn Fn(&Target) -> Outcome + Send + Sync;

impl Crawl {
    fn new(options: &Options, visit: Box<Visit>) -> Crawl {
        Crawl {
            options: options.clone(),
            visit,
            frontier: Mutex::new(Some(Frontier::new(options))),
            queue: Queue::default(),
            workers: Mutex::default(),
        }
    }

    fn put(self: &Arc<Self>, targets: Vec<Target>) -> io::Result<()> {
        targets.into_iter().for_each(|target| self.queue.put(target));
        self.hire()
    }

    /// Starts as many threads as there is work for, `max_tasks` at most.
    ///
    /// To have fewer than one wants is no error, to have none is.
    fn hire(self: &Arc<Self>) -> io::Result<()> {
        let mut workers = lock(&self.workers);
        for _ in 0..self.queue.backlog() {
            if workers.len() == self.options.max_tasks.max(1) {
                break;
            }
            let crawl = Arc::clone(self);
            let name = format!("worker {}", workers.len() + 1);
            match thread::Builder::new().name(name).spawn(move || crawl.work()) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Fetches one target after another until the queue is closed.
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.frontier(|frontier| frontier.settle(target, outcome));
            // This thread is there, so that the crawl goes on even if it gets no other.
            let _ = self.put(targets);
        }
    }

    /// Fetches a target and makes out what that means, even if that is a panic.
    fn visit(&self, target: &Target) -> Outcome {
        // Nothing that is left half-done is looked at again.
        catch_unwind(AssertUnwindSafe(|| (self.visit)(target)))
            .unwrap_or_else(|panic| Outcome::panicked(target, &*panic, &self.options))
    }

    /// The targets that the frontier answers with; none once it has been taken.
    fn frontier(&self, ask: impl FnOnce(&mut Frontier) -> Vec<Target>) -> Vec<Target> {
        lock(&self.frontier).as_mut().map(ask).unwrap_or_default()
    }
}

/// Each statement leaves what is behind these locks consistent, so that a poisoned one may be used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the queue that an item is done, on every way out.
struct TaskDone<'a>(&'a Queue<Target>);

impl Drop for TaskDone<'_> {
    fn drop(&mut self) {
        self.0.task_done();
    }
}
