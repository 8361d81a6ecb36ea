//! [`Replay`]: settles the outcomes of an earlier run again.

use std::collections::HashMap;
use std::sync::Arc;

use common::crawl::target::Kind;
use common::{Frontier, Outcome, Services, Target};
use url::Url;

use super::line::{BrokenLine, read};

/// A crawl that is read back from what it has stored, line by line.
#[derive(Debug)]
pub struct Replay {
    frontier: Frontier,
    /// The targets that are found and not settled, with their numbers in the order in which they were found.
    open: HashMap<(Arc<Url>, Kind), (usize, Target)>,
    found: usize,
}

impl Replay {
    /// Begins the crawl of these services again. Their door has not been that of a frontier before. What is settled is not told to
    /// their observers.
    pub fn new(services: &Services) -> Replay {
        let mut frontier = Frontier::behind(&services.door, &services.options);
        let roots = frontier.roots();
        let mut replay = Replay { frontier, open: HashMap::new(), found: 0 };
        replay.add(&roots);
        replay
    }

    /// Settles the outcome of a line.
    ///
    /// # Errors
    /// If it is no outcome, or not that of a URL for which the crawl waits. Nothing has changed then.
    pub fn settle(&mut self, line: &[u8]) -> Result<(), BrokenLine> {
        let (kind, outcome) = read(line)?;
        let url = Arc::clone(&outcome.record.url);
        self.settle_outcome(kind, outcome).map(drop).ok_or(BrokenLine::OutOfPlace(url))
    }

    /// Settles the outcome of a fetch of this kind. Returns the new targets, or `None` if the crawl does not wait for the outcome.
    pub fn settle_outcome(&mut self, kind: Kind, outcome: Outcome) -> Option<Vec<Target>> {
        let (_, target) = self.open.remove(&(Arc::clone(&outcome.record.url), kind))?;
        let new = self.frontier.settle(target, outcome);
        self.add(&new);
        Some(new)
    }

    /// Returns whether the crawl waits for the outcome of a fetch of this URL and kind.
    pub fn is_open(&self, url: &Arc<Url>, kind: &Kind) -> bool {
        self.open.contains_key(&(Arc::clone(url), kind.clone()))
    }

    /// Returns the targets that are open, in the order in which they were found.
    pub fn open(&self) -> Vec<Target> {
        let mut open: Vec<_> = self.open.values().collect();
        open.sort_unstable_by_key(|(number, _)| *number);
        open.into_iter().map(|(_, target)| target.clone()).collect()
    }

    /// Returns how many targets are open.
    pub fn open_count(&self) -> usize {
        self.open.len()
    }

    /// Returns the frontier. It begins with the targets that are open, in the order in which they were found.
    pub fn into_frontier(self) -> Frontier {
        let open = self.open();
        let Replay { mut frontier, .. } = self;
        frontier.go_on(open);
        frontier
    }

    fn add(&mut self, new: &[Target]) {
        for target in new {
            self.open.insert((Arc::clone(&target.url), target.kind.clone()), (self.found, target.clone()));
            self.found += 1;
        }
    }
}
