//! Who works, and when it ends: tasks around a joinable queue.

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

use common::crawl::interrupt::{Interrupt, Listening};
use common::{Frontier, Options, Outcome, Report, Scope, Target};

use crate::executor::Executor;
use crate::fetch::{Fetch, fetch};
use crate::queue::{Get, Join, Queue};
use crate::reactor::Reactor;

/// Crawls as `options` say, and reports what it found.
///
/// # Errors
/// What the system says when it does not give a selector, or when that fails.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let executor = Executor::new()?;
    let spawner = executor.spawner();
    let spawn = |work: Work| spawner.spawn(work).cancel_on_drop();
    executor.run_until_complete(Crawl::new(options, executor.reactor(), spawn))
}

/// What the workers share.
struct Shared {
    options: Rc<Options>,
    scope: Scope,
    frontier: RefCell<Frontier>,
    queue: Queue<Target>,
    reactor: Reactor,
}

/// The future of a whole crawl. Dropping it cancels the workers, and so closes every socket.
pub struct Crawl<W> {
    shared: Rc<Shared>,
    /// Whatever cancels a worker when it is dropped.
    workers: Vec<W>,
    /// `queue.join().await`
    joining: Join<Target>,
    /// `interrupted.await`, whichever of the two comes first.
    interrupted: Interrupted,
}

impl<W> Crawl<W> {
    /// A crawl whose workers run as `spawn` has them run. It returns what cancels one when dropped.
    pub fn new(options: &Options, reactor: &Reactor, spawn: impl FnMut(Work) -> W) -> Crawl<W> {
        let shared = Rc::new(Shared {
            options: Rc::new(options.clone()),
            scope: Scope::new(options),
            frontier: RefCell::new(Frontier::new(options)),
            queue: Queue::default(),
            reactor: reactor.clone(),
        });
        let roots = shared.frontier.borrow_mut().roots();
        roots.into_iter().for_each(|target| shared.queue.put(target));
        let workers = (0..options.max_tasks.max(1)).map(|_| work(&shared)).map(spawn).collect();
        let joining = shared.queue.join();
        let interrupted = Interrupted { interrupt: options.interrupt.clone(), listening: None };
        Crawl { shared, workers, joining, interrupted }
    }
}

impl<W: Unpin> Future for Crawl<W> {
    type Output = Report;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Report> {
        if Pin::new(&mut self.interrupted).poll(cx).is_pending() {
            ready!(Pin::new(&mut self.joining).poll(cx));
        }
        self.workers.clear();
        let frontier = self.shared.frontier.replace(Frontier::new(&self.shared.options));
        Poll::Ready(frontier.into_report())
    }
}

/// Fetches one target after another, for ever.
fn work(shared: &Rc<Shared>) -> Work {
    Work { shared: Rc::clone(shared), state: Working::Getting(shared.queue.get()) }
}

/// The future of a worker. It has no end: it is cancelled.
pub struct Work {
    shared: Rc<Shared>,
    state: Working,
}

#[expect(clippy::large_enum_variant, reason = "a state machine is as large as its largest state")]
enum Working {
    /// `queue.get().await`
    Getting(Get<Target>),
    /// `fetch(target).await`
    Fetching(Target, TaskDone, Fetch),
}

impl Future for Work {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Self { shared, state } = &mut *self;
        loop {
            *state = match state {
                Working::Getting(get) => {
                    let target = ready!(Pin::new(get).poll(cx));
                    let fetch = fetch(&target, &shared.options, &shared.reactor);
                    Working::Fetching(target, TaskDone(shared.queue.clone()), fetch)
                }
                Working::Fetching(target, _done, fetch) => {
                    // A fetch that panics costs its page, and not the worker.
                    let outcome = match catch_unwind(AssertUnwindSafe(|| Pin::new(fetch).poll(cx))) {
                        Ok(polled) => Outcome::of(target, ready!(polled), &shared.scope, &shared.options),
                        Err(panic) => Outcome::panicked(target, &*panic, &shared.options),
                    };
                    let targets = shared.frontier.borrow_mut().settle(target.clone(), outcome);
                    targets.into_iter().for_each(|target| shared.queue.put(target));
                    Working::Getting(shared.queue.get())
                }
            }
        }
    }
}

/// Tells the queue that an item is done, on every way out.
struct TaskDone(Queue<Target>);

impl Drop for TaskDone {
    fn drop(&mut self) {
        self.0.task_done();
    }
}

/// Ready when the crawl is to end early.
struct Interrupted {
    interrupt: Interrupt,
    /// Who has been promised a wake-up, and the promise.
    listening: Option<(Waker, Listening)>,
}

impl Future for Interrupted {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let listens = |(waker, _): &(Waker, Listening)| waker.will_wake(cx.waker());
        if !self.listening.as_ref().is_some_and(listens) {
            let waker = cx.waker().clone();
            let listening = self.interrupt.on_trigger(move || waker.wake());
            self.listening = Some((cx.waker().clone(), listening));
        }
        if self.interrupt.is_triggered() { Poll::Ready(()) } else { Poll::Pending }
    }
}
