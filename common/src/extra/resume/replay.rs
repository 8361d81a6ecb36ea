//! [`Replay`]: settles the outcomes of an earlier run again.

use std::collections::HashMap;
use std::sync::Arc;

use url::Url;

use super::line::{BrokenLine, read};
use crate::crawl::frontier::Frontier;
use crate::crawl::services::Services;
use crate::crawl::target::{Kind, Target};

/// A crawl that is read back from what it has stored, line by line.
#[derive(Debug)]
pub struct Replay {
    services: Services,
    frontier: Frontier,
    /// The targets that are found and not settled, with their numbers in the order in which they were found.
    open: HashMap<(Arc<Url>, Kind), (usize, Target)>,
    found: usize,
}

impl Replay {
    /// Begins the crawl of these services again.
    pub fn new(services: &Services) -> Replay {
        // What an earlier run has learned of a host's pace counts. What it has fetched is neither shown nor stored again.
        let mut quiet = Services::new(services.options.clone());
        quiet.pacer = services.pacer.clone();
        let mut frontier = Frontier::new(&quiet.options);
        let roots = frontier.roots();
        let mut replay = Replay { services: quiet, frontier, open: HashMap::new(), found: 0 };
        replay.add(roots);
        replay
    }

    /// Settles the outcome of a line.
    ///
    /// # Errors
    /// If it is no outcome, or not that of a URL for which the crawl waits. Nothing has changed then.
    pub fn settle(&mut self, line: &[u8]) -> Result<(), BrokenLine> {
        let (kind, outcome) = read(line)?;
        let url = Arc::clone(&outcome.record.url);
        let (_, target) = self.open.remove(&(Arc::clone(&url), kind)).ok_or(BrokenLine::OutOfPlace(url))?;
        let new = self.services.settle(&mut self.frontier, target, outcome);
        self.add(new);
        Ok(())
    }

    /// Returns the frontier. It begins with the targets that are open, in the order in which they were found.
    pub fn into_frontier(self) -> Frontier {
        let Replay { mut frontier, open, .. } = self;
        let mut open: Vec<_> = open.into_values().collect();
        open.sort_unstable_by_key(|(number, _)| *number);
        frontier.go_on(open.into_iter().map(|(_, target)| target).collect());
        frontier
    }

    fn add(&mut self, new: Vec<Target>) {
        for target in new {
            self.open.insert((Arc::clone(&target.url), target.kind.clone()), (self.found, target));
            self.found += 1;
        }
    }
}
