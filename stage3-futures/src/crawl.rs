//! A whole crawl: tasks around a joinable queue.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use common::crawl::interrupt::{Interrupt, Listening};
use common::trace;
use common::{Frontier, Job, Report, Services, Target};

use crate::executor::Executor;
use crate::fetch::{Fetch, fetch};
use crate::queue::{Get, Join, Queue};
use crate::reactor::Reactor;

/// Crawls, and returns the report.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    let executor = Executor::new()?;
    let spawner = executor.spawner();
    let spawn = |worker: Work| spawner.spawn(worker).cancel_on_drop();
    executor.run_until_complete(Crawl::new(job, executor.reactor(), spawn))
}

/// What the workers share.
struct Shared {
    services: Arc<Services>,
    frontier: RefCell<Frontier>,
    queue: Queue<Target>,
    reactor: Reactor,
}

/// The future of a whole crawl. Dropping it cancels the workers, which closes every socket.
pub struct Crawl<W> {
    shared: Rc<Shared>,
    /// Handles that cancel their worker when they are dropped.
    workers: Vec<W>,
    /// Ends the crawl early.
    interrupted: Interrupted,
    /// Ends the crawl when no target is unfinished.
    joining: Join<Target>,
}

impl<W> Crawl<W> {
    /// Makes a crawl, and spawns its workers with `spawn`, on any executor whose thread turns `reactor`.
    ///
    /// `spawn` must return a handle that cancels the worker when it is dropped.
    pub fn new(job: Job, reactor: &Reactor, spawn: impl FnMut(Work) -> W) -> Crawl<W> {
        let shared = Rc::new(Shared {
            services: Arc::new(job.services),
            frontier: RefCell::new(job.frontier),
            queue: Queue::default(),
            reactor: reactor.clone(),
        });
        let roots = shared.services.roots(&mut shared.frontier.borrow_mut());
        roots.into_iter().for_each(|target| shared.queue.put(target));
        let workers = (0..shared.services.options.tasks()).map(|_| work(&shared)).map(spawn).collect();
        let joining = shared.queue.join();
        let interrupted = Interrupted { interrupt: shared.services.interrupt.clone(), listening: None };
        Crawl { shared, workers, interrupted, joining }
    }
}

impl<W: Unpin> Future for Crawl<W> {
    type Output = Report;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Report> {
        if Pin::new(&mut self.interrupted).poll(cx).is_pending() {
            ready!(Pin::new(&mut self.joining).poll(cx));
        }
        self.workers.clear();
        Poll::Ready(self.shared.frontier.borrow_mut().finish())
    }
}

/// Fetches one target after another, for ever.
fn work(shared: &Rc<Shared>) -> Work {
    Work { shared: Rc::clone(shared), state: State::Getting(shared.queue.get()) }
}

// Stage 4's `Shared` also holds the function that fetches.
//
// async fn work(shared: &Shared) -> Infallible {
//     loop {
//         let target = shared.queue.get().await;
//         let _done = TaskDone(&shared.queue);
//         // A panic in a fetch costs its page, but not the worker.
//         let outcome = match AssertUnwindSafe((shared.fetch)(&target)).catch_unwind().await {
//             Ok(fetched) => shared.services.outcome(&target, fetched),
//             Err(panic) => shared.services.panicked(&target, &*panic),
//         };
//         let targets = shared.services.settle(&mut shared.frontier.borrow_mut(), target, outcome);
//         targets.into_iter().for_each(|target| shared.queue.put(target));
//     }
// }
/// The future of a worker. It is never ready: it is cancelled.
pub struct Work {
    shared: Rc<Shared>,
    state: State,
}

#[expect(clippy::large_enum_variant, reason = "a state machine is as large as its largest state")]
enum State {
    Getting(Get<Target>),
    Fetching(Target, TaskDone, Fetch),
}

impl Future for Work {
    type Output = Infallible;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Infallible> {
        let Self { shared, state } = &mut *self;
        loop {
            *state = match state {
                State::Getting(get) => {
                    let target = ready!(Pin::new(get).poll(cx));
                    let fetch = fetch(&target, &shared.services, &shared.reactor);
                    State::Fetching(target, TaskDone(shared.queue.clone()), fetch)
                }
                State::Fetching(target, _done, fetch) => {
                    // A panic in a fetch costs its page, but not the worker.
                    let outcome = match catch_unwind(AssertUnwindSafe(|| Pin::new(fetch).poll(cx))) {
                        Ok(Poll::Pending) => return Poll::Pending,
                        Ok(Poll::Ready(fetched)) => shared.services.outcome(target, fetched),
                        Err(panic) => shared.services.panicked(target, &*panic),
                    };
                    let frontier = &mut shared.frontier.borrow_mut();
                    let targets = shared.services.settle(frontier, target.clone(), outcome);
                    targets.into_iter().for_each(|target| shared.queue.put(target));
                    State::Getting(shared.queue.get())
                }
            }
        }
    }
}

/// Marks an item as done when it is dropped, however the work on it ends.
struct TaskDone(Queue<Target>);

impl Drop for TaskDone {
    fn drop(&mut self) {
        self.0.task_done();
    }
}

/// A future that is ready when the crawl is to end early.
struct Interrupted {
    interrupt: Interrupt,
    /// Keeps the task's waker registered.
    listening: Option<Listening>,
}

impl Future for Interrupted {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = trace::waker_for("an interrupt", cx.waker()).clone();
        self.listening = Some(self.interrupt.on_trigger(move || waker.wake()));
        // Register first, then check: an interrupt in between is not lost.
        if self.interrupt.is_triggered() { Poll::Ready(()) } else { Poll::Pending }
    }
}
