//! [`Queue`]: what `take` takes from, and takes that a test polls by hand.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use common::{Options, Target};
use test_tools::watchdog::{BRIEF, returning_within};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Sender, channel};
use tokio_util::sync::CancellationToken;
use work::crawl::{Shared, take};
use work::hosts::Hosts;
use work::pages::Pages;
use work::stream::Tls;

use crate::page::target;

/// A queue of targets, and what its workers share.
pub struct Queue {
    /// It runs nothing, unless a test does. A wrong answer may need it all the same.
    pub runtime: Runtime,
    pub shared: Arc<Shared>,
    pub sender: Sender<Target>,
}

/// A future of `take`.
pub type Take = Pin<Box<dyn Future<Output = Option<Target>>>>;

impl Queue {
    /// Makes a queue of the targets with these paths. It has four places.
    pub fn of(paths: &[&str]) -> Queue {
        let (sender, targets) = channel(4);
        let shared = Shared {
            services: Arc::new(Options::new([]).into()),
            tls: Tls::new(&Options::new([])),
            targets: Arc::new(Mutex::new(targets)),
            outcomes: channel(1).0,
            stop: CancellationToken::new(),
            pages: Pages::default(),
            hosts: Hosts::default(),
        };
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let queue = Queue { runtime, shared: Arc::new(shared), sender };
        queue.put(paths);
        queue
    }

    /// Puts the targets with these paths.
    pub fn put(&self, paths: &[&str]) {
        paths.iter().for_each(|path| self.sender.try_send(target(path)).unwrap());
    }

    /// Begins to take a target.
    pub fn take(&self) -> Take {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move { take(&shared).await })
    }

    /// Begins to take a target from an empty queue, and polls once.
    #[track_caller]
    pub fn waiting(&self, waker: &Waker) -> Take {
        let mut take = self.take();
        let waits = self.poll(&mut take, waker).is_pending();
        assert!(waits, "the queue is empty, and `take` does not wait: an empty queue is not a finished one");
        take
    }

    /// Polls a take once.
    pub fn poll(&self, take: &mut Take, waker: &Waker) -> Poll<Option<Target>> {
        let _entered = self.runtime.enter();
        let hangs = "a poll of `take` does not return: something blocks the thread, or asks again and again. Wait by an `.await`";
        returning_within(BRIEF, hangs, || take.as_mut().poll(&mut Context::from_waker(waker)))
    }

    /// Returns how many targets are in the queue.
    #[track_caller]
    pub fn len(&self) -> usize {
        let targets = self.shared.targets.try_lock();
        targets.expect("no worker waits any more, and the lock is not released").len()
    }
}
