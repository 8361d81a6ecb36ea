//! A whole crawl: a fetch that has ended starts the next ones.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use common::{FetchError, Frontier, Job, Report, Response, Services, Target};

use crate::fetch::fetch;
use crate::reactor::Reactor;

/// Crawls, and returns the report.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    let shared = Rc::new(Shared::new(job)?);
    let reactor = Rc::clone(&shared.reactor);
    let stop = shared.reactor.add(move || reactor.stop());
    let remote = shared.reactor.remote(stop);
    let _listening = shared.services.interrupt.on_trigger(move || remote.wake());
    let roots = shared.services.roots(&mut shared.frontier.borrow_mut());
    shared.put(roots);
    shared.reactor.run()?;
    Ok(shared.frontier.borrow_mut().finish())
}

/// What the callbacks share.
struct Shared {
    services: Arc<Services>,
    frontier: RefCell<Frontier>,
    queue: RefCell<VecDeque<Target>>,
    in_flight: Cell<usize>,
    reactor: Rc<Reactor>,
}

impl Shared {
    fn new(job: Job) -> io::Result<Shared> {
        Ok(Shared {
            services: Arc::new(job.services),
            frontier: RefCell::new(job.frontier),
            queue: RefCell::default(),
            in_flight: Cell::new(0),
            reactor: Rc::new(Reactor::new()?),
        })
    }

    fn put(self: &Rc<Self>, targets: Vec<Target>) {
        self.queue.borrow_mut().extend(targets);
        self.start();
    }

    /// Starts fetches while there are targets, with at most `max_tasks` in flight.
    ///
    /// An empty queue is not a finished crawl: it is finished when nothing is in flight, either.
    fn start(self: &Rc<Self>) {
        while self.in_flight.get() < self.services.options.tasks() {
            let Some(target) = self.queue.borrow_mut().pop_front() else { break };
            self.in_flight.set(self.in_flight.get() + 1);
            let shared = Rc::clone(self);
            let fetched = move |target, result| shared.fetched(target, result);
            fetch(target, &self.services, &self.reactor, fetched);
        }
        if self.in_flight.get() == 0 {
            self.reactor.stop();
        }
    }

    /// Settles the target of a fetch that has ended, and starts the next fetches.
    fn fetched(self: &Rc<Self>, target: Target, result: Result<Response, FetchError>) {
        let outcome = self.services.outcome(&target, result);
        let targets = self.services.settle(&mut self.frontier.borrow_mut(), target, outcome);
        self.in_flight.set(self.in_flight.get() - 1);
        self.put(targets);
    }
}
