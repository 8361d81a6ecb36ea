//! [`Store`]: where a crawl keeps what is done.

use std::fmt;
use std::ops::ControlFlow;

use common::{Around, Outcome, Target};

use super::line::line_of;

/// Appends the lines of outcomes to a store before the frontier settles them. So what is in the report is stored, and a page is
/// stored before those that it links to. It is to be [asked first](common::Frontier::ask_first).
pub struct Store<F>(F);

impl<F: Fn(&str) -> bool + Send + Sync> Store<F> {
    /// Makes a store from a function that appends a line, which ends in a line break, and returns whether that worked.
    ///
    /// The line must reach the operating system before that. If it fails, `append` triggers the crawl's interrupt, because
    /// what is not stored must not be settled. The call comes from a thread of the crawl, which may hold the lock of the
    /// frontier.
    pub fn new(append: F) -> Store<F> {
        Store(append)
    }
}

impl<F: Fn(&str) -> bool + Send + Sync> Around for Store<F> {
    fn settle(&self, target: &Target, outcome: Outcome, _: usize) -> ControlFlow<Vec<Target>, Outcome> {
        let Store(append) = self;
        if append(&line_of(&target.kind, &outcome)) {
            ControlFlow::Continue(outcome)
        } else {
            ControlFlow::Break(Vec::new())
        }
    }
}

impl<F> fmt::Debug for Store<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Store")
    }
}
