//! The contestants: each stage, with each of its strategies, the crawls on tokio and on `io_uring`, and the one on a learner's runtime.

use std::sync::LazyLock;

use clap::builder::PossibleValue;
use common::Strategy;

/// A program, and the way in which it waits.
#[derive(Clone, Copy, Debug)]
pub struct Contestant {
    /// Its name in the race, which is that of its strategy.
    pub name: &'static str,
    /// Its package, and its program unless that is an example.
    pub stage: &'static str,
    /// The way in which it waits, in a few words.
    pub about: &'static str,
}

/// The stages, and what each of them offers.
const STAGES: [(&str, &[Strategy]); 4] = [
    ("stage1-blocking", stage1_blocking::STRATEGIES),
    ("stage2-callbacks", stage2_callbacks::STRATEGIES),
    ("stage3-futures", stage3_futures::STRATEGIES),
    ("stage4-async", stage4_async::STRATEGIES),
];

/// The crawl on tokio. The race names its strategy and does not depend on it, so that a race of the stages
/// compiles no tokio.
const TOKIO: Contestant =
    Contestant { name: "tokio", stage: "work", about: "tokio's tasks, on a thread for each core" };

/// The same with a library for HTTP. It is an example of that package.
pub const REQWEST: Contestant =
    Contestant { name: "reqwest", stage: "work", about: "tokio, and a library for HTTP" };

/// The crawl by completions, which only Linux has.
const COMPLETION: Contestant =
    Contestant { name: "completion", stage: "completion", about: "io_uring: orders, and reports" };

/// The crawl on the runtime that a learner has written. The program is made by `cargo workshop own`.
pub const OWN: Contestant =
    Contestant { name: "own", stage: "own-crawl", about: "tasks around a queue, on your runtime" };

/// The contestants that come first, though none of them is the default of its stage: they lead to the others.
const FIRST: [&str; 2] = ["one-by-one", "processes"];

/// The contestants, in the order of the book.
pub static ALL: LazyLock<Vec<Contestant>> = LazyLock::new(|| {
    let of_stage = |(stage, strategies): (&'static str, &'static [Strategy])| {
        strategies.iter().map(move |&Strategy { name, about, .. }| Contestant { name, stage, about })
    };
    let mut all: Vec<_> =
        STAGES.into_iter().flat_map(of_stage).chain([TOKIO, REQWEST, COMPLETION, OWN]).collect();
    all.sort_by_key(|its| FIRST.iter().position(|name| *name == its.name).unwrap_or(FIRST.len()));
    all
});

impl Contestant {
    /// Returns the contestant of this name.
    pub fn called(name: &str) -> Option<Contestant> {
        ALL.iter().find(|its| its.name == name).copied()
    }

    /// Returns its name, with what it is as the help.
    pub fn value(&self) -> PossibleValue {
        let stage = self.stage.split('-').next().unwrap_or(self.stage);
        let only = if self.is_extra() { " (only if --only names it)" } else { "" };
        PossibleValue::new(self.name).help(format!("{stage}, {}{only}", self.about))
    }

    /// Returns the learner's crawl, and those that it is compared with.
    pub fn beside_own() -> Vec<Contestant> {
        let takes_part = |its: &&Contestant| ["futures", "async", TOKIO.name, OWN.name].contains(&its.name);
        ALL.iter().filter(takes_part).copied().collect()
    }

    /// Returns whether it takes part only if it is named.
    pub fn is_extra(&self) -> bool {
        [TOKIO.name, REQWEST.name, COMPLETION.name, OWN.name].contains(&self.name)
    }

    /// Returns whether a thousand requests in flight can be asked of it, as of the first strategy of each stage.
    pub fn scales(&self) -> bool {
        STAGES.iter().any(|(_, strategies)| strategies[0].name == self.name)
    }
}
