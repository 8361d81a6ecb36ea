//! [`Crawl`]: the owner of a frontier, which a test polls.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Context;

use common::{Frontier, Options, Outcome, Target};
use test_tools::waker::Count;
use test_tools::watchdog::{BRIEF, returning_within};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{Receiver, Sender, WeakSender, channel};
use work::crawl::Owner;

use crate::page::{self, outcome, target};

/// The owner of a frontier, which the test polls, and the workers' ends of its channels, which have one place each.
pub struct Crawl {
    /// It runs nothing. A wrong answer may need it all the same.
    runtime: Runtime,
    options: Options,
    owner: Pin<Box<dyn Future<Output = ()>>>,
    pub woken: Arc<Count>,
    targets: Receiver<Target>,
    pub queue: WeakSender<Target>,
    pub outcomes: Sender<(Target, Outcome)>,
}

impl Crawl {
    /// Makes a crawl whose roots are `/0`, `/1` and so on.
    pub fn new(roots: usize) -> Crawl {
        let options = page::options(roots);
        let mut owner = Owner::new(&Arc::new(options.clone().into()), Frontier::new(&options));
        let ((sender, targets), (outcomes, mut receiver)) = (channel(1), channel(1));
        let queue = sender.downgrade();
        let owner = Box::pin(async move { owner.work(&sender, &mut receiver).await });
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        Crawl { runtime, options, owner, woken: Arc::default(), targets, queue, outcomes }
    }

    /// Polls the owner, and returns whether it has ended. If it waits, it must not have woken itself.
    #[track_caller]
    pub fn poll(&mut self) -> bool {
        let _entered = self.runtime.enter();
        let waker = Arc::clone(&self.woken).into();
        let before = self.woken.get();
        let hangs = "a poll of the owner does not return: something blocks the thread, or an arm of the `select!` is always ready, \
            such as `reserve` while no target waits for the place";
        let poll = || self.owner.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        let ended = returning_within(BRIEF, hangs, poll);
        assert!(
            ended || self.woken.get() == before,
            "the owner is pending, and wakes itself: it would ask again and again. `reserve` and `recv` wake it when there is \
            something to do"
        );
        ended
    }

    /// Polls the owner, which has pages to wait for.
    #[track_caller]
    pub fn wait(&mut self) {
        let why = "a page is not fetched yet, and the owner has ended: the page may have links. Count what is `open`";
        assert!(!self.poll(), "{why}");
    }

    /// Takes a target from the queue, and returns its path.
    pub fn take(&mut self) -> Option<String> {
        self.targets.try_recv().ok().map(|target| target.url.path().to_owned())
    }

    /// Polls the owner, and takes a target, which must be there.
    #[track_caller]
    pub fn next(&mut self, which: &str) -> String {
        self.wait();
        self.take().unwrap_or_else(|| {
            panic!(
                "the queue has a place, and the owner has not put {which} there: it must put what it has in `found` as soon as \
                there is a place, and not only after an outcome, and what it settles adds to `found`"
            )
        })
    }

    /// Hands in the outcome of a page, as a worker does. There must be a place for it.
    #[track_caller]
    pub fn hand_in(&self, path: &str, links: &[&str]) {
        let target = target(path);
        let outcome = outcome(&target, links, &self.options);
        let is_handed_in = self.outcomes.try_send((target, outcome)).is_ok();
        assert!(
            is_handed_in,
            "a worker waits with an outcome, and the owner does not take the one before it"
        );
    }
}
