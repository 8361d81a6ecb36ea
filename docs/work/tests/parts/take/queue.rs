//! [`Queue`]: what `take` takes from, and polls by hand.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use common::{Options, Target};
use test_tools::watchdog::{BRIEF, returning_within};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Sender, channel};
use tokio_util::sync::CancellationToken;
use url::Url;
use work::crawl::{Shared, take};
use work::hosts::Hosts;
use work::pages::Pages;

/// A queue of targets, and what its workers share.
pub struct Queue {
    pub shared: Arc<Shared>,
    pub sender: Sender<Target>,
}

/// Makes the target with this path.
pub fn target(path: &str) -> Target {
    Target::page(Arc::new(Url::parse(&format!("http://site.test{path}")).unwrap()))
}

/// Returns a runtime, which a wrong answer may need.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

impl Queue {
    /// Makes a queue without targets.
    pub fn empty() -> Queue {
        let (sender, targets) = channel(4);
        let shared = Shared {
            services: Arc::new(Options::new([]).into()),
            targets: Arc::new(Mutex::new(targets)),
            outcomes: channel(1).0,
            stop: CancellationToken::new(),
            pages: Pages::default(),
            hosts: Hosts::default(),
        };
        Queue { shared: Arc::new(shared), sender }
    }

    /// Makes a queue with the targets `/0` and `/1`.
    pub fn of_two() -> Queue {
        let queue = Queue::empty();
        ["/0", "/1"].iter().for_each(|path| queue.put(path));
        queue
    }

    /// Puts the target with this path.
    pub fn put(&self, path: &str) {
        self.sender.try_send(target(path)).unwrap();
    }

    /// Begins to take a target.
    pub fn take(&self) -> Pin<Box<dyn Future<Output = Option<Target>>>> {
        let shared = Arc::clone(&self.shared);
        Box::pin(async move { take(&shared).await })
    }

    /// Returns how many targets are in the queue.
    #[track_caller]
    pub fn len(&self) -> usize {
        let targets = self.shared.targets.try_lock();
        targets.expect("no worker waits any more, and the lock is not released").len()
    }
}

/// Polls a take once.
pub fn poll(take: &mut Pin<Box<dyn Future<Output = Option<Target>>>>, waker: &Waker) -> Poll<Option<Target>> {
    let hangs = "a poll of `take` does not return: something blocks the thread, or asks again and again. Wait by an `.await`";
    returning_within(BRIEF, hangs, || take.as_mut().poll(&mut Context::from_waker(waker)))
}
