//! [`Journal`]: what a crawl has done, kept in a file, so that another run can go on from there.
//!
//! The first line of the file is a [`header`]. Each further line is one outcome that the frontier has settled. What the
//! frontier does depends on nothing but the outcomes and their order. So a new frontier that settles the stored ones is
//! where the old one was.

mod header;
mod line;

use std::sync::{Arc, Mutex};

use crate::crawl::frontier::Replay;
use crate::crawl::outcome::{Next, Outcome};
use crate::crawl::target::Target;
use crate::lock::lock;
use crate::report::Record;

pub use header::{WrongHeader, check_header, header};
pub use line::BrokenLine;
pub(crate) use line::read;

/// Returns the line of an outcome, which ends in a line break. [`Replay::settle`] reads it back.
pub fn line_of(target: &Target, outcome: &Outcome) -> String {
    line::write(target, &outcome.record, &outcome.next)
}

/// Passes settled outcomes on to a store, if there is one. Its clones have the same store.
#[derive(Clone, Default)]
pub struct Journal(Option<Arc<Shared>>);

struct Shared {
    store: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// What the store had at the start. The crawl takes it.
    replay: Mutex<Option<Replay>>,
}

impl Journal {
    /// Returns the journal of a crawl that goes on from `replay`.
    ///
    /// `store` appends a line, which ends in a line break, and returns whether that worked. The line must reach the
    /// operating system before that. If it fails, `store` triggers the crawl's interrupt, because what is not stored must
    /// not be settled. The call comes from a thread of the crawl, which may hold the lock of the frontier.
    pub fn new(store: impl Fn(&str) -> bool + Send + Sync + 'static, replay: Replay) -> Journal {
        Journal(Some(Arc::new(Shared { store: Box::new(store), replay: Mutex::new(Some(replay)) })))
    }

    /// Returns the line of an outcome, or `None` if there is no store.
    pub(crate) fn line(&self, target: &Target, record: &Record, next: &Next) -> Option<String> {
        self.0.as_ref().map(|_| line::write(target, record, next))
    }

    /// Appends a line. Returns whether the outcome may be settled.
    pub(crate) fn append(&self, line: Option<String>) -> bool {
        let Some((shared, line)) = self.0.as_ref().zip(line) else { return true };
        (shared.store)(&line)
    }

    /// Returns what the store had at the start, once.
    pub(crate) fn take_replay(&self) -> Option<Replay> {
        lock(&self.0.as_ref()?.replay).take()
    }
}
