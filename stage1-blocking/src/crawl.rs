//! A whole crawl: a pool of threads around a joinable queue.

use std::hint::black_box;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use common::{FetchError, Frontier, Job, Outcome, Report, Response, Services, Target};

use crate::fetch::fetch;
use crate::queue::Queue;

/// The size of a worker's stack, in bytes: an eighth of what a thread has by default, because ten thousand workers may
/// wait.
const STACK: usize = 256 << 10;

/// How many bytes of memory a further worker must leave to the others. glibc's `malloc` may reserve half of it for a new
/// thread.
const ROOM: usize = 128 << 20;

/// Crawls, and returns the report.
///
/// An interrupt does not end a call in the kernel. A thread that is in one is left behind, and ends with
/// its fetch.
///
/// # Errors
/// If not even one thread can be started.
pub fn crawl(job: Job) -> io::Result<Report> {
    crawl_with(job, fetch)
}

/// Crawls as [`crawl`] does, with workers that call `fetch`.
///
/// # Errors
/// If not even one thread can be started.
pub fn crawl_with<F>(job: Job, fetch: F) -> io::Result<Report>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    let shared = Arc::new(Shared::new(job, fetch));
    let to_close = Arc::clone(&shared);
    let _listening = shared.services.interrupt.on_trigger(move || to_close.queue.close());
    shared.put_roots()?;
    shared.shut_down();
    Ok(shared.finish())
}

/// What the workers share.
pub struct Shared<F> {
    services: Arc<Services>,
    fetch: F,
    frontier: Mutex<Frontier>,
    /// The targets that are not done.
    pub queue: Queue<Target>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

impl<F> Shared<F>
where
    F: Fn(&Target, &Arc<Services>) -> Result<Response, FetchError> + Send + Sync + 'static,
{
    /// Makes the state of a crawl whose workers call `fetch`.
    pub fn new(job: Job, fetch: F) -> Shared<F> {
        Shared {
            services: Arc::new(job.services),
            fetch,
            frontier: Mutex::new(job.frontier),
            queue: Queue::default(),
            workers: Mutex::default(),
        }
    }

    /// Puts the roots into the queue, and starts the first workers.
    ///
    /// # Errors
    /// If not even one thread can be started.
    pub fn put_roots(self: &Arc<Self>) -> io::Result<()> {
        let roots = self.services.roots(&mut lock(&self.frontier));
        self.put(roots)
    }

    /// Puts targets into the queue, and starts a worker for each until there are `max_tasks`.
    ///
    /// # Errors
    /// If there is no worker and none can be started. Fewer workers are no error.
    fn put(self: &Arc<Self>, targets: Vec<Target>) -> io::Result<()> {
        let mut workers = lock(&self.workers);
        for target in targets {
            self.queue.put(target);
            if workers.len() < self.services.options.tasks() && (workers.is_empty() || has_room()) {
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
            let targets = self.services.settle(&mut lock(&self.frontier), target, outcome);
            // It cannot fail, because there is a worker: this thread.
            let _ = self.put(targets);
        }
    }

    /// Fetches a target, and returns what the answer means. A panic costs only this page.
    fn visit(&self, target: &Target) -> Outcome {
        let fetched = catch_unwind(AssertUnwindSafe(|| (self.fetch)(target, &self.services)));
        match fetched {
            Ok(fetched) => self.services.outcome(target, fetched),
            Err(panic) => self.services.panicked(target, &*panic),
        }
    }

    /// Waits for the end of the crawl, or for an interrupt.
    fn shut_down(&self) {
        self.queue.join();
        self.queue.close();
        // After an interrupt, a worker may be in a call that lasts.
        if !self.services.interrupt.is_triggered() {
            let workers = mem::take(&mut *lock(&self.workers));
            // `visit` has recorded every panic of a fetch, so there is nothing to learn here.
            workers.into_iter().for_each(|worker| drop(worker.join()));
        }
    }

    /// Returns the report. What a thread that was left behind settles later is not recorded.
    pub fn finish(&self) -> Report {
        lock(&self.frontier).finish()
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
