//! Who works, and when it ends: a fetch that has ended starts the next ones.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

use common::{FetchError, Frontier, Options, Outcome, Report, Response, Scope, Target};

use crate::fetch::fetch;
use crate::reactor::Reactor;

/// Crawls as `options` say, and reports what it found.
///
/// # Errors
/// What the system says when it does not give a selector, or when that fails.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let crawl = Rc::new(Crawl::new(options)?);
    let reactor = Rc::clone(&crawl.reactor);
    let stop = crawl.reactor.add(move || reactor.stop());
    let remote = crawl.reactor.remote(stop);
    let _listening = options.interrupt.on_trigger(move || remote.wake());
    let roots = crawl.frontier.borrow_mut().roots();
    crawl.put(roots);
    crawl.reactor.run()?;
    let frontier = crawl.frontier.replace(Frontier::new(options));
    Ok(frontier.into_report())
}

/// What the callbacks share.
struct Crawl {
    options: Rc<Options>,
    scope: Scope,
    frontier: RefCell<Frontier>,
    reactor: Rc<Reactor>,
    queue: RefCell<VecDeque<Target>>,
    in_flight: Cell<usize>,
}

impl Crawl {
    fn new(options: &Options) -> io::Result<Crawl> {
        Ok(Crawl {
            options: Rc::new(options.clone()),
            scope: Scope::new(options),
            frontier: RefCell::new(Frontier::new(options)),
            reactor: Rc::new(Reactor::new()?),
            queue: RefCell::default(),
            in_flight: Cell::new(0),
        })
    }

    fn put(self: &Rc<Self>, targets: Vec<Target>) {
        self.queue.borrow_mut().extend(targets);
        self.start();
    }

    /// Starts fetches while there are targets, `max_tasks` in flight at most.
    ///
    /// An empty queue is not a finished crawl: that it is when nothing is in flight, either.
    fn start(self: &Rc<Self>) {
        while self.in_flight.get() < self.options.max_tasks.max(1) {
            let Some(target) = self.queue.borrow_mut().pop_front() else { break };
            self.in_flight.set(self.in_flight.get() + 1);
            let crawl = Rc::clone(self);
            let fetched = move |target, fetched| crawl.fetched(target, fetched);
            fetch(target, &self.options, &self.reactor, fetched);
        }
        if self.in_flight.get() == 0 {
            self.reactor.stop();
        }
    }

    /// A fetch has ended.
    fn fetched(self: &Rc<Self>, target: Target, fetched: Result<Response, FetchError>) {
        let outcome = Outcome::of(&target, fetched, &self.scope, &self.options);
        let targets = self.frontier.borrow_mut().settle(target, outcome);
        self.in_flight.set(self.in_flight.get() - 1);
        self.put(targets);
    }
}
