//! The contract: what the crawl of every stage must do.
//!
//! A stage has one line in its `tests/whole/contract.rs`, [`contract!`], which makes a test of each scenario. A scenario
//! starts a practice site, crawls it, and checks both sides: the crawl's report, and the site's log. What does not hold is a
//! panic, which fails the test.
//!
//! - `macros`: the lists of all scenarios, and what makes tests of them
//! - [`Stage`]: the crawl under test; `running`: a crawl in a thread of its own, so that a test ends if its crawl hangs
//! - `program`: the same for the stage's program
//! - `tools`: sites, names and records, in a few words, and many cases at once
//! - `allocations`: what a page costs
//!
//! What other packages share as well is in `test_tools`.
//!
//! What is decided without waiting, `common` tests without a network. The scenarios are about the rest, by subject:
//!
//! - what is fetched: `answers`, `checks`
//! - what goes wrong: `tries`, `deadlines`, `connects`, `descriptors`
//! - how a crawl proceeds: `tasks`, `pace`, `hooks`, `ends`
//! - the program, which is tested once, by [`program!`]: `command_line`, `output`, `resume`, `streams`, `signals`
//!
//! The `storm` has a line of its own in `tests/whole/main.rs`: many crawls of sites on which everything goes wrong.
//! So have the `faults`: crawls whose system calls fail.

#![allow(missing_docs, reason = "the name of a scenario says what it shows")]

mod allocations;
pub mod answers;
pub mod checks;
pub mod command_line;
pub mod connects;
pub mod deadlines;
#[cfg(unix)]
pub mod descriptors;
pub mod ends;
mod faults;
pub mod hooks;
mod macros;
pub mod output;
pub mod pace;
mod program;
pub mod resume;
mod running;
#[cfg(unix)]
pub mod signals;
mod storm;
#[cfg(unix)]
pub mod streams;
pub mod tasks;
mod tools;
pub mod tries;

use common::crawl::strategy::Crawl;
use common::{Options, Record, Report, Services};
use practice_site::{Answer, Site};

pub use allocations::assert_a_page_costs_less;
pub use faults::system_calls_fail;
pub use pace::assert_in_turn;
pub use running::wait_until;
pub use storm::faults_at_random;
pub use tools::OnAnswer;

use running::Running;

/// The stage that a scenario tests, in one of its strategies.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The name of its package, such as `stage1-blocking`.
    pub name: &'static str,
    /// The path of its executable.
    pub program: &'static str,
    /// The program's first arguments, which name the strategy.
    pub arguments: &'static [&'static str],
    /// Its crawl.
    pub crawl: Crawl,
    /// The most fetches that it has in flight in a test, whatever `max_tasks` is.
    pub most_at_once: usize,
}

impl Stage {
    /// Crawls `site` from `/` on, with options that `change` adjusts, and returns the report.
    #[track_caller]
    fn crawl(&self, site: &Site, change: impl FnOnce(&mut Options)) -> Report {
        self.begin(site, change).finish()
    }

    /// Crawls a site whose roots have these answers. Asserts what each comes to: an error or a status, and a number.
    #[track_caller]
    fn assert_come_to<const N: usize>(
        &self,
        cases: [(Answer, &str, usize); N],
        number: impl Fn(&Record) -> usize,
        change: impl FnOnce(&mut Options),
    ) -> Site {
        let expected = cases.each_ref().map(|(_, outcome, number)| ((*outcome).to_owned(), *number));
        let answers = cases.map(|(answer, ..)| answer);
        let site = tools::start(tools::pages_of(tools::paths(N).into_iter().zip(answers)));
        let report = self.crawl(&site, |options| {
            options.roots = tools::roots(&site, N);
            change(options);
        });
        let fetched = report.records.iter().map(|record| (tools::kind(record), number(record)));
        assert_eq!(fetched.collect::<Vec<_>>(), expected);
        site
    }

    /// Returns how many fetches it has in flight if `max_tasks` is `wanted`.
    fn at_once(&self, wanted: usize) -> usize {
        wanted.min(self.most_at_once)
    }

    /// Returns how many pages a large site has: a tenth if the strategy can have few fetches in flight, because each
    /// of its pages is slow, such as one that costs a process.
    fn pages(&self, wanted: usize) -> usize {
        if self.most_at_once < 100 { wanted / 10 } else { wanted }
    }

    /// Starts the same crawl, and returns while it runs.
    fn begin<'a>(&self, site: &'a Site, change: impl FnOnce(&mut Options)) -> Running<'a> {
        let mut options = Options::new([site.url("/")]);
        change(&mut options);
        self.begin_with(site, web::services(options))
    }

    /// Starts a crawl with these services.
    fn begin_with<'a>(&self, site: &'a Site, services: Services) -> Running<'a> {
        Running::start(self.crawl, site, services)
    }
}
