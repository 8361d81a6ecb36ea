//! A crawl that never ends. The workers wait until no sender is left, and each of them holds one.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use smol::channel::{Receiver, Sender, unbounded};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

/// The pages of the site have the numbers from 0, which is the front page.
const PAGES: u32 = 40;

demos::main!(wrong, fixed);

fn wrong() {
    crawl(|_worker| {});
}

fn fixed() {
    crawl(|worker| _ = worker.receiver.close());
}

/// A worker. The channel and the counts are the same for all workers.
#[derive(Clone)]
struct Worker {
    sender: Sender<u32>,
    receiver: Receiver<u32>,
    seen: Rc<RefCell<BTreeSet<u32>>>,
    /// The number of pages that were put and are not done.
    unfinished: Rc<Cell<usize>>,
    all_done: fn(&Worker),
}

impl Worker {
    async fn work(self, reactor: Reactor) {
        // It fails when the channel is empty, and is closed or has no sender.
        while let Ok(page) = self.receiver.recv().await {
            // The time that a fetch takes.
            Sleep::new(&reactor, Duration::from_millis(10)).await;
            for link in links(page) {
                self.put(link).await;
            }
            self.unfinished.set(self.unfinished.get() - 1);
            if self.unfinished.get() == 0 {
                println!("all {} pages are done", self.seen.borrow().len());
                (self.all_done)(&self);
            }
        }
    }

    async fn put(&self, page: u32) {
        if self.seen.borrow_mut().insert(page) {
            self.unfinished.set(self.unfinished.get() + 1);
            self.sender.send(page).await.expect("the channel is open");
        }
    }
}

/// Crawls the site through a channel. Calls `all_done` when each page that was put is done.
fn crawl(all_done: fn(&Worker)) {
    demos::run(async move |reactor, spawner| {
        let (sender, receiver) = unbounded();
        let worker = Worker { sender, receiver, seen: Rc::default(), unfinished: Rc::default(), all_done };
        worker.put(0).await;
        let start = |worker: Worker| spawner.spawn(worker.work(reactor.clone()));
        let tasks = vec![worker; 3].into_iter().map(start).collect::<Vec<_>>();
        for task in tasks {
            task.await.expect("no worker is cancelled");
        }
        println!("all workers have ended");
    });
}

/// Returns the links of `page`: a menu of four pages, which is the same on every page, and the three pages below it.
fn links(page: u32) -> impl Iterator<Item = u32> {
    let below = 3 * page + 1..=3 * page + 3;
    (0..=3).chain(below.filter(|page| (4..PAGES).contains(page)))
}
