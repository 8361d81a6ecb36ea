//! Who works, and when it ends: tasks around a joinable queue.

use std::cell::RefCell;
use std::convert::Infallible;
use std::io;
use std::panic::AssertUnwindSafe;
use std::pin::pin;

use common::{Frontier, Options, Outcome, Report, Scope, Target};
use futures::channel::oneshot;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt, select_biased};
use stage3_futures::reactor::Reactor;

use crate::executor::block_on;
use crate::fetch::fetch;
use crate::queue::Queue;
use crate::session::Session;

/// Crawls as `options` say, and reports what it found.
///
/// # Errors
/// What the system says when it does not give a selector, or when that fails.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let reactor = Reactor::new()?;
    block_on(&reactor, crawl_on(reactor.clone(), options.clone()))
}

/// Crawls on any executor, as long as somebody turns `reactor`.
///
/// Dropping the future cancels the workers, and so closes every socket.
pub async fn crawl_on(reactor: Reactor, options: Options) -> Report {
    let crawl = Crawl::new(&options, &reactor);
    let roots = crawl.frontier.borrow_mut().roots();
    roots.into_iter().for_each(|target| crawl.queue.put(target));
    let mut workers = (0..options.max_tasks.max(1)).map(|_| crawl.work()).collect::<FuturesUnordered<_>>();
    select_biased! {
        () = pin!(interrupted(&options).fuse()) => {}
        () = pin!(crawl.queue.join().fuse()) => {}
        never = workers.select_next_some() => match never {},
    }
    drop(workers);
    crawl.frontier.into_inner().into_report()
}

/// What the workers share.
struct Crawl<'a> {
    options: &'a Options,
    scope: Scope,
    frontier: RefCell<Frontier>,
    queue: Queue<Target>,
    session: Session,
}

impl<'a> Crawl<'a> {
    fn new(options: &'a Options, reactor: &Reactor) -> Crawl<'a> {
        Crawl {
            options,
            scope: Scope::new(options),
            frontier: RefCell::new(Frontier::new(options)),
            queue: Queue::default(),
            session: Session::new(reactor, options),
        }
    }

    /// Fetches one target after another, for ever.
    async fn work(&self) -> Infallible {
        loop {
            let target = self.queue.get().await;
            let _done = TaskDone(&self.queue);
            // A fetch that panics costs its page, and not the worker.
            let fetched = AssertUnwindSafe(fetch(&target, self.options, &self.session)).catch_unwind().await;
            let outcome = match fetched {
                Ok(fetched) => Outcome::of(&target, fetched, &self.scope, self.options),
                Err(panic) => Outcome::panicked(&target, &*panic, self.options),
            };
            let targets = self.frontier.borrow_mut().settle(target, outcome);
            targets.into_iter().for_each(|target| self.queue.put(target));
        }
    }
}

/// Tells the queue that an item is done, on every way out.
struct TaskDone<'a>(&'a Queue<Target>);

impl Drop for TaskDone<'_> {
    fn drop(&mut self) {
        self.0.task_done();
    }
}

/// Waits until the crawl is to end early.
async fn interrupted(options: &Options) {
    let (sender, interrupted) = oneshot::channel();
    let _listening = options.interrupt.on_trigger(move || {
        // It fails if nobody waits any more, and then nobody minds.
        let _ = sender.send(());
    });
    // The sender cannot be dropped unsent while the options live.
    let _ = interrupted.await;
}
