//! A crawl that ends too early: it takes an empty queue for a finished one.
//!
//!     cargo run -p demos --bin ends_too_early
//!     cargo run -p demos --bin ends_too_early -- fixed

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use demos::site;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use stage3_futures::reactor::Reactor;

fn main() {
    demos::main(wrong, fixed);
}

/// The targets that no fetch has taken yet, and the pages that have been found.
#[derive(Default)]
struct Frontier {
    queue: RefCell<VecDeque<u32>>,
    seen: RefCell<BTreeSet<u32>>,
    fetched: Cell<usize>,
}

impl Frontier {
    fn new() -> Rc<Frontier> {
        let frontier = Rc::<Frontier>::default();
        frontier.put([0]);
        frontier
    }

    fn put(&self, links: impl IntoIterator<Item = u32>) {
        let new = links.into_iter().filter(|&link| self.seen.borrow_mut().insert(link));
        self.queue.borrow_mut().extend(new);
    }

    fn pop(&self) -> Option<u32> {
        self.queue.borrow_mut().pop_front()
    }

    fn report(&self) {
        println!("the crawl has ended: {} of {} pages were fetched", self.fetched.get(), site::PAGES);
    }
}

/// Fetches a page, and puts its links.
async fn visit(page: u32, frontier: Rc<Frontier>, reactor: Reactor) {
    let links = site::fetch(&reactor, page).await;
    frontier.fetched.set(frontier.fetched.get() + 1);
    frontier.put(links);
}

fn wrong() {
    demos::run(async |reactor, spawner| {
        let frontier = Frontier::new();
        while let Some(page) = frontier.pop() {
            spawner.spawn(visit(page, Rc::clone(&frontier), reactor.clone()));
        }
        frontier.report();
    });
}

fn fixed() {
    demos::run(async |reactor, _spawner| {
        let frontier = Frontier::new();
        let mut in_flight = FuturesUnordered::new();
        loop {
            while let Some(page) = frontier.pop() {
                in_flight.push(visit(page, Rc::clone(&frontier), reactor.clone()));
            }
            // Nothing is in the queue. It is the end if nothing is in flight, either.
            let Some(()) = in_flight.next().await else { break };
        }
        frontier.report();
    });
}
