//! [`Replay`]: settles the outcomes of an earlier run again.

use std::collections::HashMap;
use std::sync::Arc;

use url::Url;

use super::Frontier;
use crate::crawl::journal::{BrokenLine, read};
use crate::crawl::options::Options;
use crate::crawl::services::Services;
use crate::crawl::target::{Kind, Target};

/// A crawl that is read back from its journal, line by line.
#[derive(Debug)]
pub struct Replay {
    frontier: Frontier,
    /// The targets that are found and not settled, with their numbers in the order in which they were found.
    open: HashMap<(Arc<Url>, Kind), (usize, Target)>,
    found: usize,
}

impl Replay {
    /// Begins the crawl again. Its options have the services that the crawl uses.
    pub fn new(options: &Options) -> Replay {
        // What was fetched in an earlier run is neither shown nor stored again.
        let services = &options.services;
        let services =
            Services { progress: Default::default(), journal: Default::default(), ..services.clone() };
        let mut frontier = Frontier::new(&Options { services, ..options.clone() });
        let roots = frontier.roots();
        let mut replay = Replay { frontier, open: HashMap::new(), found: 0 };
        replay.add(roots);
        replay
    }

    /// Settles the outcome of a line of the journal.
    ///
    /// # Errors
    /// If it is no outcome, or not that of a URL for which the crawl waits. Nothing has changed then.
    pub fn settle(&mut self, line: &[u8]) -> Result<(), BrokenLine> {
        let (kind, outcome) = read(line)?;
        let url = Arc::clone(&outcome.record.url);
        let (_, target) = self.open.remove(&(Arc::clone(&url), kind)).ok_or(BrokenLine::OutOfPlace(url))?;
        let new = self.frontier.settle(target, outcome);
        self.add(new);
        Ok(())
    }

    fn add(&mut self, new: Vec<Target>) {
        for target in new {
            self.open.insert((Arc::clone(&target.url), target.kind.clone()), (self.found, target));
            self.found += 1;
        }
    }
}

impl Frontier {
    /// Goes on from `replay`. Returns the targets that are open, in the order in which they were found.
    pub(super) fn go_on_from(&mut self, replay: Replay) -> Vec<Target> {
        let Replay { frontier, open, .. } = replay;
        *self = Frontier { started: self.started, options: self.options.clone(), ..frontier };
        self.report.answered_before =
            self.report.records.iter().filter(|record| record.status.is_some()).count();
        let mut open: Vec<_> = open.into_values().collect();
        open.sort_unstable_by_key(|(number, _)| *number);
        let targets: Vec<_> = open.into_iter().map(|(_, target)| target).collect();
        self.options.services.progress.found(&targets);
        targets
    }
}
