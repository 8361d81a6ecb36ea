//! [`Fold`]: what the records come to, one after the other. It never waits.
//!
//! Each entry is there at least once: perhaps twice, late, or from two leaders. Each outcome counts once, because the fold ignores
//! what it knows. All folds of the records are equal, whichever worker makes them.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use common::crawl::scope::Scope;
use common::{Cause, FetchError, Options, Outcome, Phase, Record, Report, Target};
use web::pace::Pacer;
use web::resume::Replay;

use super::entry::{End, Entry, Event};
use crate::hosts::given_up;

/// What the entries so far come to.
#[derive(Debug)]
pub struct Fold {
    replay: Replay,
    scope: Scope,
    /// The jobs that are open and have a history.
    histories: HashMap<Target, History>,
    pauses: usize,
    /// How often a job was taken over from a dead worker.
    pub taken_over: usize,
    /// How many jobs have ended.
    pub done: usize,
    /// When the first job has ended, and the last one, in milliseconds of Redis's clock.
    first_end: Option<u64>,
    pub last_end: u64,
}

/// What has happened to a job that is open.
#[derive(Debug, Default)]
pub struct History {
    /// The number of the last try that has failed, counted from 1; 0 if none has.
    pub tries: u32,
    /// The workers that have failed.
    pub failed: BTreeSet<String>,
    /// The workers that have died with it.
    pub died: BTreeSet<String>,
    /// How often a worker that had failed has returned it.
    pub returned: u32,
    /// The ids of the jobs in Redis whose outcomes are known.
    known: BTreeSet<String>,
    /// The outcome of the last try.
    last: Option<Outcome>,
    /// Whether it is an answer that asks for a pause.
    is_pause: bool,
}

/// What an entry has changed for a job.
#[derive(Debug)]
pub struct Change {
    pub job: Target,
    pub what: What,
}

#[derive(Debug)]
pub enum What {
    /// It has ended.
    Settled {
        /// The status of the answer, if there is one.
        status: Option<u16>,
        /// Whether the network has failed.
        has_failed: bool,
        /// The worker whose answer settles it.
        by: Option<String>,
        /// The workers that had failed before.
        failed: BTreeSet<String>,
        /// The new targets that it leads to.
        new: Vec<Target>,
    },
    /// This worker could not fetch what it names, because the network failed.
    Failed(String),
    /// Its host asks for a pause, and may name one.
    Paused(Option<Duration>),
    /// It has no worker any more, because its worker gave it back or has died.
    Freed,
}

impl Fold {
    /// Begins with the roots of a crawl with these options. `pacer` learns the delays that a robots.txt asks for.
    pub fn new(options: &Options, pacer: &Pacer) -> Fold {
        let services = web::services_at(options.clone(), pacer);
        Fold {
            replay: Replay::new(&services),
            scope: services.scope,
            histories: HashMap::new(),
            pauses: 0,
            taken_over: 0,
            done: 0,
            first_end: None,
            last_end: 0,
        }
    }

    /// Adds the entry of this id. Returns what it changes.
    pub fn add(&mut self, id: &str, Entry { job, event }: Entry) -> Option<Change> {
        if !self.is_open(&job) {
            return None;
        }
        let what = match event {
            Event::Fetched { by, job_id, asks, outcome } => {
                self.fetched(&job, by, job_id, asks, outcome.1, id)?
            }
            Event::Returned => {
                self.histories.entry(job.clone()).or_default().returned += 1;
                What::Freed
            }
            Event::Died(by) => {
                let is_new = self.histories.entry(job.clone()).or_default().died.insert(by);
                self.taken_over += usize::from(is_new);
                What::Freed
            }
            Event::Ended(how) => self.ended(&job, how, id)?,
        };
        Some(Change { job, what })
    }

    /// Returns whether no job is open: the crawl is done.
    pub fn is_done(&self) -> bool {
        self.replay.open_count() == 0
    }

    /// Returns the jobs that are open, in the order in which they were found.
    pub fn open(&self) -> Vec<Target> {
        self.replay.open()
    }

    /// Returns whether a job is open.
    pub fn is_open(&self, job: &Target) -> bool {
        self.replay.is_open(&job.url, &job.kind)
    }

    /// Returns what has happened to an open job before, if anything has.
    pub fn history(&self, job: &Target) -> Option<&History> {
        self.histories.get(job)
    }

    /// Ends the crawl here, and returns its report.
    pub fn into_report(self) -> Report {
        let elapsed = self.first_end.map_or(0, |first| self.last_end.saturating_sub(first));
        Report {
            pauses: self.pauses,
            elapsed: Duration::from_millis(elapsed),
            // No answer came in an earlier run: all workers belong to one crawl.
            answered_before: 0,
            ..self.replay.into_frontier().finish()
        }
    }

    fn fetched(
        &mut self,
        job: &Target,
        by: String,
        job_id: String,
        asks: Option<Duration>,
        outcome: Outcome,
        id: &str,
    ) -> Option<What> {
        let record = &outcome.record;
        // A 503 without a `Retry-After` settles its page.
        let is_pause = record.status == Some(429) || record.status == Some(503) && asks.is_some();
        if !network_failed(record) && !is_pause {
            return self.settle(job, outcome, Some(by), id);
        }
        let history = self.histories.entry(job.clone()).or_default();
        if !history.known.insert(job_id) {
            return None;
        }
        history.tries = history.tries.max(record.tries);
        (history.last, history.is_pause) = (Some(outcome), is_pause);
        if is_pause {
            self.pauses += 1;
            return Some(What::Paused(asks));
        }
        history.failed.insert(by.clone());
        Some(What::Failed(by))
    }

    fn ended(&mut self, job: &Target, how: End, id: &str) -> Option<What> {
        let history = self.histories.get_mut(job);
        let error = match how {
            End::GivenUp => given_up(job),
            End::Killed => {
                let times = history.map_or(0, |history| history.died.len());
                let message = format!("{times} workers died with it, or were silent for too long");
                let cause = Cause::Told { kind: "killed".to_owned(), message };
                FetchError::new(&job.url, Phase::Resolving, 0, Duration::ZERO, cause)
            }
            End::LastTry => {
                // If Redis has lost the last try, there will be another one.
                let history = history?;
                let last = history.last.take()?;
                self.pauses -= usize::from(history.is_pause);
                return self.settle(job, last, None, id);
            }
        };
        let outcome = Outcome::of(job, Err(error), &self.scope);
        self.settle(job, outcome, None, id)
    }

    fn settle(&mut self, job: &Target, outcome: Outcome, by: Option<String>, id: &str) -> Option<What> {
        let (status, has_failed) = (outcome.record.status, network_failed(&outcome.record));
        let new = self.replay.settle_outcome(job.kind.clone(), outcome)?;
        let History { failed, .. } = self.histories.remove(job).unwrap_or_default();
        self.done += 1;
        self.last_end = time(id);
        self.first_end.get_or_insert(self.last_end);
        Some(What::Settled { status, has_failed, by, failed, new })
    }
}

fn network_failed(record: &Record) -> bool {
    record.error.as_ref().is_some_and(|error| error.cause.is_of_the_network())
}

/// Returns the time of an entry, in milliseconds.
fn time(id: &str) -> u64 {
    id.split('-').next().and_then(|time| time.parse().ok()).unwrap_or_default()
}
