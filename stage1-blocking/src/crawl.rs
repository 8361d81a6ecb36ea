//! A whole crawl: a pool of threads around a joinable queue.

use std::hint::black_box;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use common::{FetchError, Frontier, Options, Outcome, Report, Response, Target};

use crate::fetch::fetch;
use crate::queue::Queue;

/// The size of a worker's stack, in bytes: an eighth of what a thread has by default, because ten thousand workers may
/// wait.
const STACK: usize = 256 << 10;

/// How many bytes of memory a further worker must leave to the others. glibc's `malloc` may reserve half of it for a new
/// thread.
const ROOM: usize = 128 << 20;

/// Crawls as `options` say, and returns the report.
///
/// An interrupt does not end a call in the kernel. A thread that is in one is left behind, and ends with
/// its fetch.
///
/// # Errors
/// If not even one thread can be started.
pub fn crawl(options: &Options) -> io::Result<Report> {
    crawl_with(options, fetch)
}

/// Crawls as [`crawl`] does, with workers that call `fetch`.
///
/// # Errors
/// If not even one thread can be started.
pub fn crawl_with<F>(options: &Options, fetch: F) -> io::Result<Report>
where
    F: Fn(&Target, &Arc<Options>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    let shared = Arc::new(Shared::new(options, fetch));
    let to_close = Arc::clone(&shared);
    let _listening = options.services.interrupt.on_trigger(move || to_close.queue.close());
    shared.put_roots()?;
    shared.shut_down();
    Ok(shared.take_report())
}

/// What the workers share.
pub struct Shared<F> {
    options: Arc<Options>,
    fetch: F,
    /// Taken for the report. A thread that is left behind finds `None`.
    frontier: Mutex<Option<Frontier>>,
    /// The targets that are not done.
    pub queue: Queue<Target>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Options>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    /// Makes the state of a crawl whose workers call `fetch`.
    pub fn new(options: &Options, fetch: F) -> Shared<F> {
        Shared {
            options: Arc::new(options.clone()),
            fetch,
            frontier: Mutex::new(Some(Frontier::new(options))),
            queue: Queue::default(),
            workers: Mutex::default(),
        }
    }

    /// Puts the roots into the queue, and starts the first workers.
    ///
    /// # Errors
    /// If not even one thread can be started.
    pub fn put_roots(self: &Arc<Self>) -> io::Result<()> {
        let roots = self.ask_frontier(Frontier::roots);
        self.put(roots)
    }

    /// Puts targets into the queue, and starts a worker for each until there are `options.tasks()`.
    ///
    /// # Errors
    /// If there is no worker and none can be started. Fewer workers are no error.
    fn put(self: &Arc<Self>, targets: Vec<Target>) -> io::Result<()> {
        let mut workers = lock(&self.workers);
        for target in targets {
            self.queue.put(target);
            if workers.len() < self.options.tasks() && (workers.is_empty() || has_room()) {
                let shared = Arc::clone(self);
                let builder = thread::Builder::new().name(format!("worker {}", workers.len() + 1));
                match builder.stack_size(STACK).spawn(move || shared.work()) {
                    Ok(worker) => workers.push(worker),
                    Err(error) if workers.is_empty() => return Err(error),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Fetches one target after another until the queue is closed.
    fn work(self: &Arc<Self>) {
        while let Some(target) = self.queue.get() {
            let _done = TaskDone(&self.queue);
            let outcome = self.visit(&target);
            let targets = self.ask_frontier(|frontier| frontier.settle(target, outcome));
            // It cannot fail, because there is a worker: this thread.
            let _ = self.put(targets);
        }
    }

    /// Fetches a target, and returns what the answer means. A panic costs only this page.
    fn visit(&self, target: &Target) -> Outcome {
        let fetched = catch_unwind(AssertUnwindSafe(|| (self.fetch)(target, &self.options)));
        match fetched {
            Ok(fetched) => Outcome::of(target, fetched, &self.options),
            Err(panic) => Outcome::panicked(target, &*panic, &self.options),
        }
    }

    /// Waits until every target has been done, and then until every worker has ended.
    ///
    /// After an interrupt, it waits for neither: a worker may be in a call that lasts.
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        if !self.options.services.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            // `visit` has recorded every panic of a fetch, so there is nothing to learn here.
            workers.into_iter().for_each(|worker| drop(worker.join()));
        }
    }

    /// Ends the crawl, and returns its report. What is settled later is not recorded.
    ///
    /// # Panics
    /// If it is called twice.
    pub fn take_report(&self) -> Report {
        let frontier = lock(&self.frontier).take();
        frontier.expect("the report is taken once").into_report()
    }

    /// Returns the targets that `ask` gets from the frontier. Returns none once the frontier has been taken.
    fn ask_frontier(&self, ask: impl FnOnce(&mut Frontier) -> Vec<Target>) -> Vec<Target> {
        lock(&self.frontier).as_mut().map(ask).unwrap_or_default()
    }
}

/// Returns whether there is memory for a further worker. If memory ran out later, the program would be aborted.
fn has_room() -> bool {
    // The black box keeps the compiler from removing an allocation that nothing uses.
    black_box(&mut Vec::<u8>::new()).try_reserve_exact(ROOM).is_ok()
}

/// Locks `mutex`. A poisoned lock may be used, because no panic leaves its content half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Marks an item as done when it is dropped, however the work on it ends.
struct TaskDone<'a>(&'a Queue<Target>);

impl Drop for TaskDone<'_> {
    fn drop(&mut self) {
        self.0.task_done();
    }
}
