//! A deadlock: the workers that take from a bounded channel are the ones that fill it.
//!
//!     cargo run -p demos --bin bounded_queue
//!     cargo run -p demos --bin bounded_queue -- fixed

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use demos::site;
use smol::channel::{Receiver, Sender, bounded, unbounded};
use stage3_futures::reactor::Reactor;

const WORKERS: u32 = 3;

fn main() {
    demos::main(|| crawl(bounded(4)), || crawl(unbounded()));
}

/// What the workers share.
struct Shared {
    sender: Sender<u32>,
    receiver: Receiver<u32>,
    seen: RefCell<BTreeSet<u32>>,
    /// How many pages were put and are not done.
    unfinished: Cell<usize>,
}

async fn work(worker: u32, shared: Rc<Shared>, reactor: Reactor) {
    while let Ok(page) = shared.receiver.recv().await {
        for link in site::fetch(&reactor, page).await {
            shared.put(worker, link).await;
        }
        shared.task_done();
    }
}

impl Shared {
    async fn put(&self, worker: u32, page: u32) {
        if self.seen.borrow_mut().insert(page) {
            self.unfinished.set(self.unfinished.get() + 1);
            if self.sender.is_full() {
                println!("worker {worker} waits for room for page {page}");
            }
            self.sender.send(page).await.expect("the channel is open");
        }
    }

    fn task_done(&self) {
        self.unfinished.set(self.unfinished.get() - 1);
        if self.unfinished.get() == 0 {
            self.receiver.close();
        }
    }
}

fn crawl((sender, receiver): (Sender<u32>, Receiver<u32>)) {
    demos::run(async move |reactor, spawner| {
        let shared = Rc::new(Shared { sender, receiver, seen: RefCell::default(), unfinished: Cell::new(0) });
        shared.put(0, 0).await;
        let start = |worker| spawner.spawn(work(worker, Rc::clone(&shared), reactor.clone()));
        let tasks = (1..=WORKERS).map(start).collect::<Vec<_>>();
        for task in tasks {
            task.await.expect("no worker is cancelled");
        }
        println!("the crawl has ended: {} pages", shared.seen.borrow().len());
    });
}
