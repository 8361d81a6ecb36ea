//! The contract: what the crawl of every stage must do.
//!
//! A stage proves that it does by one line in its `tests/contract.rs`, [`contract!`], which makes a test
//! of each scenario. A scenario starts a practice site, has it crawled, and looks at both sides of what happened:
//! the crawl's report, and the site's log.
//!
//! - `scenarios`: the list of them all
//! - [`Stage`]: who is tested; `running`: a crawl in a thread of its own, so that a hung one ends the test
//! - `program`: the same for the stage's command line
//! - `tools`: sites, names and records, in a few words
//! - `allocations`, `backtraces`: what the stages' tests of these share
//!
//! The scenarios themselves, by what they are about:
//!
//! - what is fetched: `pages`, `links`, `scope`, `tricks`, `public`, `robots`, `redirects`, `locations`
//! - what goes wrong: `tries`, `deadlines`, and answers with odd `heads` and `bodies`
//! - how it goes on: `tasks`, `together`, `pace`, `scale`, `limits`, `ends`
//! - the program: `command_line`, `output`, `exit_status`
//!
//! And the `storm`, which has a line of its own in `tests/storm.rs`: many crawls of sites on which everything goes wrong.

mod allocations;
mod backtraces;
mod bodies;
mod command_line;
mod deadlines;
mod directory;
mod ends;
mod examples;
mod exit_status;
mod heads;
mod limits;
mod links;
mod locations;
mod output;
mod pace;
mod pages;
mod program;
mod public;
mod redirects;
mod robots;
mod running;
mod scale;
mod scenarios;
mod scope;
mod storm;
mod tasks;
mod together;
mod tools;
mod tricks;
mod tries;

use common::crawl::strategy::Crawl;
use common::{Options, Report};
use practice_site::Site;

pub use allocations::allocations_of_a_page;
pub use backtraces::{error_of_a_broken_page, run_with_backtraces};
pub use examples::{check_examples, run_example};
pub use storm::{faults_at_every_byte, faults_at_random, outcomes_at_random};

use running::Running;

/// The stage that a scenario tests, in one of its strategies.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The name of its package, such as `stage1-blocking`.
    pub name: &'static str,
    /// The path of its program.
    pub program: &'static str,
    /// The program's first arguments, which name the strategy.
    pub arguments: &'static [&'static str],
    /// Its crawl.
    pub crawl: Crawl,
    /// How many fetches it can have in flight, or is to have in a test, whatever `max_tasks` is.
    pub most_at_once: usize,
}

impl Stage {
    /// Crawls `site` from `/` on, with options that `change` has changed, and returns the report.
    #[track_caller]
    fn crawl(&self, site: &Site, change: impl FnOnce(&mut Options)) -> Report {
        self.begin(site, change).finish()
    }

    /// How many fetches it has in flight where `wanted` may be: all of them, if it can.
    fn at_once(&self, wanted: usize) -> usize {
        wanted.min(self.most_at_once)
    }

    /// Begins such a crawl, so that something can happen while it runs.
    fn begin<'a>(&self, site: &'a Site, change: impl FnOnce(&mut Options)) -> Running<'a> {
        let mut options = Options::new([site.url("/")]);
        change(&mut options);
        Running::start(self.crawl, site, options)
    }
}

/// Makes a test of each scenario of the [contract](crate), run against a stage's `crawl`.
///
/// For the integration tests of a package that has a program of its own name. A strategy that is not the program's
/// default is named, with the most fetches that it is to have in flight: `contract!(crawl, "processes", 50)`. Where
/// that is `1`, some scenarios make no sense, and are left out.
#[macro_export]
macro_rules! contract {
    ($crawl:expr) => {
        $crate::contract!(stage $crawl, [], usize::MAX);
        $crate::with_scenarios_of_many!($crate::make_tests);
    };
    ($crawl:expr, $strategy:literal, 1) => {
        $crate::contract!(stage $crawl, ["--strategy", $strategy], 1);
    };
    ($crawl:expr, $strategy:literal, $most_at_once:literal) => {
        $crate::contract!(stage $crawl, ["--strategy", $strategy], $most_at_once);
        $crate::with_scenarios_of_many!($crate::make_tests);
    };
    (stage $crawl:expr, $arguments:expr, $most_at_once:expr) => {
        const STAGE: $crate::Stage = $crate::Stage {
            name: env!("CARGO_PKG_NAME"),
            program: env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME"))),
            arguments: &$arguments,
            crawl: $crawl,
            most_at_once: $most_at_once,
        };
        $crate::with_scenarios!($crate::make_tests);
    };
}

/// Makes the tests of the storm, against a stage's `crawl`: sites that fail in any way, at any byte.
///
/// `STORM_CASES` says how many cases are made up, `STORM_SEED` from which number; a failure prints both.
#[macro_export]
macro_rules! storm {
    ($crawl:expr) => {
        #[test]
        fn faults_at_every_byte_are_withstood() {
            $crate::faults_at_every_byte($crawl);
        }

        #[test]
        fn faults_at_random_are_withstood() {
            $crate::faults_at_random($crawl);
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! make_tests {
    ($($group:ident { $($scenario:ident)* })*) => {
        $(mod $group {
            $(#[test]
            fn $scenario() {
                $crate::run::$group::$scenario(&super::STAGE);
            })*
        })*
    };
}

macro_rules! make_public {
    ($($group:ident { $($scenario:ident)* })*) => {
        $(pub mod $group {
            $(pub fn $scenario(stage: &$crate::Stage) {
                $crate::$group::$scenario(stage);
            })*
        })*
    };
}

/// The scenarios, as the tests call them.
#[doc(hidden)]
pub mod run {
    crate::with_scenarios!(make_public);
    crate::with_scenarios_of_many!(make_public);
}
