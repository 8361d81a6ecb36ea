//! A crawl that is run again from its journal, without a network.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::crawl::frontier::Replay;
use common::crawl::journal::{Journal, Store};
use common::crawl::services::Services;
use common::{Cause, Frontier, Options, Response, Target};

use crate::web::{failure, outcome, written};

/// Keeps lines in memory.
#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl Store for Lines {
    fn append(&self, line: &str) -> bool {
        self.0.lock().unwrap().push(line.to_owned());
        true
    }
}

/// What a run has fetched and stored, and its report without the time that it took.
pub struct Run {
    pub fetched: Vec<Target>,
    pub lines: Vec<String>,
    pub report: String,
}

pub type Visit = dyn Fn(&Target) -> Result<Response, Cause>;

/// Crawls with these options from `kept` on, one target after another.
pub fn run(options: &Options, kept: &[String], visit: &Visit) -> Run {
    let mut options = Options { services: Services::default(), ..options.clone() };
    let mut replay = Replay::new(&options);
    kept.iter().for_each(|line| replay.settle(line.as_bytes()).expect("a line of this crawl"));
    let store = Arc::new(Lines::default());
    options.services.journal = Journal::new(store.clone(), replay);
    let mut frontier = Frontier::new(&options);
    let mut targets = VecDeque::from(frontier.roots());
    let mut fetched = Vec::new();
    while let Some(target) = targets.pop_front() {
        fetched.push(target.clone());
        let outcome = match visit(&target) {
            Ok(response) => outcome(&target, response, &options),
            Err(cause) => failure(&target, cause, &options),
        };
        targets.extend(frontier.settle(target, outcome));
    }
    let mut report = frontier.into_report();
    report.elapsed = Duration::ZERO;
    // Not all examples are in the JSON.
    let report = written(|out| report.write_json("", &mut *out).and_then(|()| report.write_left_out(out)));
    Run { fetched, lines: store.0.lock().unwrap().clone(), report }
}

/// Crawls, and again from each part of its journal on. Asserts that this leads to the same end.
pub fn assert_goes_on(options: &Options, visit: &Visit) -> Run {
    let whole = run(options, &[], visit);
    assert_eq!(whole.lines.len(), whole.fetched.len());
    for settled in 0..=whole.lines.len() {
        let (before, after) = whole.lines.split_at(settled);
        let resumed = run(options, before, visit);
        assert_eq!(resumed.report, whole.report, "after {:?}", before.last());
        assert_eq!(resumed.fetched, whole.fetched[settled..], "after {:?}", before.last());
        assert_eq!(resumed.lines, after, "what is stored again is stored as it was");
    }
    whole
}
