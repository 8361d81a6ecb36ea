//! A whole crawl: a fetch that has ended makes room for the next one.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Frontier, Job, Report, Services, Target};
use slab::Slab;

use crate::fetch::Fetch;
use crate::ring::{Event, Ring};

/// Crawls, and returns the report. It fails if the system gives no `io_uring`, or if that fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    let Job { services, mut frontier } = job;
    let ring = Ring::new(services.options.tasks())?;
    // Any slot will do: this only ends the wait.
    let _listening = services.interrupt.on_trigger(ring.waker(0));
    let queue = services.roots(&mut frontier).into();
    let (services, fetches, timers) = (Arc::new(services), Slab::new(), BTreeSet::new());
    let mut crawl = Crawl { services, frontier, queue, fetches, timers, ring };
    while crawl.start() {
        crawl.turn()?;
    }
    Ok(crawl.frontier.finish())
}

struct Crawl {
    services: Arc<Services>,
    frontier: Frontier,
    queue: VecDeque<Target>,
    /// The fetches in flight. The key of each is its slot in the ring.
    fetches: Slab<Fetch>,
    timers: BTreeSet<(Instant, usize)>,
    ring: Ring,
}

impl Crawl {
    /// Starts fetches while there are targets, with at most `max_tasks` in flight. Returns whether the crawl goes on.
    fn start(&mut self) -> bool {
        let (tasks, interrupt) = (self.services.options.tasks(), self.services.interrupt.clone());
        while self.fetches.len() < tasks && !interrupt.is_triggered() {
            let Some(target) = self.queue.pop_front() else { break };
            let slot = self.fetches.vacant_key();
            self.fetches.insert(Fetch::new(target, &self.services, slot));
            self.handle(slot, Event::Look);
        }
        !self.fetches.is_empty() && !interrupt.is_triggered()
    }

    fn turn(&mut self) -> io::Result<()> {
        let until = |(at, _): &(Instant, _)| at.saturating_duration_since(Instant::now());
        let limit = self.timers.first().map_or(Duration::from_secs(1), until);
        for (slot, event) in self.ring.turn(limit)? {
            self.handle(slot, event);
        }
        let due: Vec<_> = self.timers.range(..(Instant::now(), 0)).map(|(_, slot)| *slot).collect();
        due.into_iter().for_each(|slot| self.handle(slot, Event::Look));
        Ok(())
    }

    /// Tells a fetch what has happened. Settles its target if that has ended it.
    fn handle(&mut self, slot: usize, event: Event) {
        // A wake-up may come after the end of its fetch.
        let Some(fetch) = self.fetches.get_mut(slot) else { return };
        fetch.timer.map(|at| self.timers.remove(&(at, slot)));
        let ended = fetch.take(event, &mut self.ring);
        self.timers.extend(fetch.timer.map(|at| (at, slot)));
        if let Some(result) = ended {
            let target = self.fetches.remove(slot).target;
            let outcome = self.services.outcome(&target, result);
            self.queue.extend(self.services.settle(&mut self.frontier, target, outcome));
        }
    }
}
