//! A crawl that never ends: its workers wait until no sender is left, and each of them holds one.
//!
//!     cargo run -p demos --bin never_ends
//!     cargo run -p demos --bin never_ends -- fixed

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use demos::site;
use smol::channel::{Receiver, Sender, unbounded};
use stage3_futures::reactor::Reactor;

const WORKERS: usize = 3;

fn main() {
    demos::main(wrong, fixed);
}

/// What a worker has. The channel and the counts are the same for all workers.
#[derive(Clone)]
struct Worker {
    sender: Sender<u32>,
    receiver: Receiver<u32>,
    seen: Rc<RefCell<BTreeSet<u32>>>,
    /// How many pages were put and are not done.
    unfinished: Rc<Cell<usize>>,
    task_done: fn(&Worker),
}

fn wrong() {
    crawl(|worker| worker.unfinished.set(worker.unfinished.get() - 1));
}

fn fixed() {
    crawl(|worker| {
        worker.unfinished.set(worker.unfinished.get() - 1);
        if worker.unfinished.get() == 0 {
            worker.receiver.close();
        }
    });
}

impl Worker {
    async fn work(self, reactor: Reactor) {
        // It fails when the channel is empty, and is closed or has no sender.
        while let Ok(page) = self.receiver.recv().await {
            site::fetch(&reactor, page).await.for_each(|link| self.put(link));
            (self.task_done)(&self);
            if self.unfinished.get() == 0 {
                println!("all {} pages are done", self.seen.borrow().len());
            }
        }
    }

    fn put(&self, page: u32) {
        if self.seen.borrow_mut().insert(page) {
            self.unfinished.set(self.unfinished.get() + 1);
            self.sender.try_send(page).expect("the channel has no bound, and is open");
        }
    }
}

fn crawl(task_done: fn(&Worker)) {
    demos::run(async move |reactor, spawner| {
        let (sender, receiver) = unbounded();
        let worker = Worker { sender, receiver, seen: Rc::default(), unfinished: Rc::default(), task_done };
        worker.put(0);
        let start = |worker: Worker| spawner.spawn(worker.work(reactor.clone()));
        let tasks = vec![worker; WORKERS].into_iter().map(start).collect::<Vec<_>>();
        for task in tasks {
            task.await.expect("no worker is cancelled");
        }
        println!("all workers have ended");
    });
}
