//! [`Fold`]: what the entries of the stream come to, one after the other. It never waits.
//!
//! Entries may be there twice, late, or from two leaders at once: at least once. The fold ignores what it knows, so each outcome
//! counts once. All folds of a stream are equal, whichever worker makes them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use common::crawl::scope::Scope;
use common::crawl::target::Kind;
use common::extra::resume::Replay;
use common::extra::resume::line::read;
use common::{Cause, FetchError, Outcome, Phase, Report, Services, Target};
use url::Url;

use super::entry::{End, Entry};
use super::fault::Fault;
use super::job::{target, text};

/// What the entries so far come to.
#[derive(Debug)]
pub struct Fold {
    replay: Replay,
    scope: Scope,
    /// The id of the last entry.
    pub last: String,
    /// The jobs that are open and have a history, by their texts.
    histories: HashMap<String, History>,
    /// The pieces of entries of which others have not come.
    pieces: HashMap<String, BTreeMap<usize, Vec<u8>>>,
    pauses: usize,
    /// How often a job was taken over from a dead worker.
    pub taken_over: usize,
    /// How many jobs have ended.
    pub done: usize,
    /// The times of the first outcome and of the last, in milliseconds of Redis's clock.
    pub times: Option<(u64, u64)>,
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
    /// The entries of the job whose outcomes are known.
    known: BTreeSet<String>,
    /// The outcome of the last try, as a line.
    line: Option<String>,
    /// Whether it is an answer that asks for a pause.
    is_pause: bool,
}

/// What an entry has changed.
#[derive(Debug)]
pub enum Change {
    /// A job has ended.
    Settled {
        /// What it named.
        target: Target,
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
    /// A worker could not fetch what a job names.
    Failed {
        /// The job.
        job: String,
        /// The worker.
        by: String,
    },
    /// A host asks for a pause.
    Paused {
        /// The job.
        job: String,
        /// The pause, if the host names one.
        pause: Option<Duration>,
    },
    /// A job has no worker any more, because its worker gave it back or has died.
    Returned {
        /// The job.
        job: String,
    },
}

impl Fold {
    /// Begins with the roots of a crawl with these services.
    pub fn new(services: &Services) -> Fold {
        Fold {
            replay: Replay::new(services),
            scope: services.scope.clone(),
            // The header is before all entries.
            last: "0-1".to_owned(),
            histories: HashMap::new(),
            pieces: HashMap::new(),
            pauses: 0,
            taken_over: 0,
            done: 0,
            times: None,
        }
    }

    /// Adds the entry of this id, or a piece of one: the name of the piece is empty if it is a whole entry.
    ///
    /// # Errors
    /// If it is no entry.
    pub fn add(&mut self, id: &str, piece: &str, bytes: Vec<u8>) -> Result<Option<Change>, Fault> {
        self.last = id.to_owned();
        let packed = match piece {
            "" => Some(bytes),
            piece => self.add_piece(piece, bytes),
        };
        let Some(packed) = packed else { return Ok(None) };
        let changed = Entry::unpack(&packed).and_then(|entry| self.change(entry, id));
        changed.ok_or_else(|| Fault::Damaged(format!("a record that is none: {id}")))
    }

    /// Adds a piece, and returns the bytes of the entry once all are there.
    fn add_piece(&mut self, piece: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let [name, number, count] = piece.split(' ').collect::<Vec<_>>()[..] else { return None };
        let pieces = self.pieces.entry(name.to_owned()).or_default();
        pieces.insert(number.parse().ok()?, bytes);
        if pieces.len() < count.parse().ok()? {
            return None;
        }
        Some(self.pieces.remove(name)?.into_values().flatten().collect())
    }

    /// Returns what an entry changes, or `None` if it has no outcome that can be read.
    fn change(&mut self, entry: Entry, id: &str) -> Option<Option<Change>> {
        Some(match entry {
            Entry::Fetched { by, id: of, asks, line } => self.fetched(by, of, asks, line.get(), id)?,
            Entry::Returned { job } => self.is_open(&job).then(|| {
                self.histories.entry(job.clone()).or_default().returned += 1;
                Change::Returned { job }
            }),
            Entry::Died { by, job } => self.died(by, job),
            Entry::Ended { job, how } => self.ended(&job, how, id)?,
        })
    }

    /// Returns whether no job is open: the crawl is done.
    pub fn is_done(&self) -> bool {
        self.replay.open_count() == 0
    }

    /// Returns the targets that are open.
    pub fn open(&self) -> Vec<Target> {
        self.replay.open()
    }

    /// Returns what has happened to an open job before, if anything has.
    pub fn history(&self, job: &str) -> Option<&History> {
        self.histories.get(job)
    }

    /// Ends the crawl here, and returns its report.
    pub fn into_report(self) -> Report {
        let elapsed = self.times.map_or(0, |(first, last)| last.saturating_sub(first));
        Report {
            pauses: self.pauses,
            elapsed: Duration::from_millis(elapsed),
            // No answer came in an earlier run: all workers belong to one crawl.
            answered_before: 0,
            ..self.replay.into_frontier().finish()
        }
    }

    /// Returns whether a job is open.
    pub fn is_open(&self, job: &str) -> bool {
        target(job).is_some_and(|target| self.replay.is_open(&target.url, &target.kind))
    }

    fn fetched(
        &mut self,
        by: String,
        of: String,
        asks: Option<Duration>,
        line: &str,
        id: &str,
    ) -> Option<Option<Change>> {
        let (kind, outcome) = read(line.as_bytes()).ok()?;
        let record = outcome.record();
        let (url, tries) = (Arc::clone(&record.url), record.tries);
        let has_failed = record.error.as_ref().is_some_and(|error| error.cause.is_of_the_network());
        // A 503 that asks for no pause is an answer.
        let is_pause = record.status == Some(429) || record.status == Some(503) && asks.is_some();
        if !self.replay.is_open(&url, &kind) {
            return Some(None);
        }
        if !has_failed && !is_pause {
            return Some(self.settle(kind, outcome, Some(by), id));
        }
        let job = text(&Target { url, kind, via: None });
        let history = self.histories.entry(job.clone()).or_default();
        if !history.known.insert(of) {
            return Some(None);
        }
        history.tries = history.tries.max(tries);
        (history.line, history.is_pause) = (Some(line.to_owned()), is_pause);
        if is_pause {
            self.pauses += 1;
            return Some(Some(Change::Paused { job, pause: asks }));
        }
        history.failed.insert(by.clone());
        Some(Some(Change::Failed { job, by }))
    }

    fn died(&mut self, by: String, job: String) -> Option<Change> {
        if !self.is_open(&job) {
            return None;
        }
        self.taken_over += usize::from(self.histories.entry(job.clone()).or_default().died.insert(by));
        Some(Change::Returned { job })
    }

    fn ended(&mut self, job: &str, how: End, id: &str) -> Option<Option<Change>> {
        let Some(of) = target(job).filter(|_| self.is_open(job)) else { return Some(None) };
        let history = self.histories.get(job);
        let cause = match how {
            End::GivenUp => Cause::GivenUp,
            End::Killed => {
                let times = history.map_or(0, |history| history.died.len());
                let message =
                    format!("its workers died, or were silent for too long: it was handed out {times} times");
                Cause::Stored { kind: "killed".to_owned(), message }
            }
            End::LastTry => {
                // If Redis has lost the last try, there will be another one.
                let Some(History { line: Some(line), is_pause, .. }) = history else { return Some(None) };
                let (kind, outcome) = read(line.as_bytes()).ok()?;
                self.pauses -= usize::from(*is_pause);
                return Some(self.settle(kind, outcome, None, id));
            }
        };
        let error = FetchError::new(&of.url, Phase::Resolving, 0, Duration::ZERO, cause);
        let outcome = Outcome::of(&of, Err(error), &self.scope);
        Some(self.settle(of.kind, outcome, None, id))
    }

    fn settle(&mut self, kind: Kind, outcome: Outcome, by: Option<String>, id: &str) -> Option<Change> {
        let record = outcome.record();
        let (status, url): (_, Arc<Url>) = (record.status, Arc::clone(&record.url));
        let has_failed = record.error.as_ref().is_some_and(|error| error.cause.is_of_the_network());
        let target = Target { url, kind: kind.clone(), via: None };
        let new = self.replay.settle_outcome(kind, outcome)?;
        let History { failed, .. } = self.histories.remove(&text(&target)).unwrap_or_default();
        self.done += 1;
        let now = time(id);
        self.times = Some((self.times.map_or(now, |(first, _)| first), now));
        Some(Change::Settled { target, status, has_failed, by, failed, new })
    }
}

/// Returns the time of an entry, in milliseconds.
pub fn time(id: &str) -> u64 {
    id.split('-').next().and_then(|time| time.parse().ok()).unwrap_or_default()
}
