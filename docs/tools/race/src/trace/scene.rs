//! [`Scene`]: what a story or a page shows of a run.

use common::trace::Entry;
use common::trace::replay::Replay;

use super::lanes::{Lanes, Span, spans};
use super::run::Run;
use super::sentence::sentence;
use crate::units::whole;

/// The most events in a page or a story.
const MOST: usize = 5_000;

/// A run, with what happens in it.
pub struct Scene<'a> {
    pub title: &'a str,
    pub entries: &'a [Entry],
    /// Says that these are not all.
    pub cut: Option<String>,
    /// What happens, in plain words. Without words, an entry is no step.
    pub sentences: Vec<Option<String>>,
    /// Where each entry is on the clock of the page.
    pub x: Vec<f64>,
    pub lanes: Lanes,
    pub spans: Vec<Span>,
}

impl<'a> Scene<'a> {
    pub fn new(run: &'a Run) -> Self {
        let (all, mut replay) = (run.entries.len(), Replay::default());
        let entries = &run.entries[..all.min(MOST)];
        let cut =
            (all > MOST).then(|| format!("The first {} of {} events are shown.", whole(MOST), whole(all)));
        let sentence = |index| {
            let sentence = sentence(&entries[index..], &replay);
            replay.apply(&entries[index]);
            sentence
        };
        let sentences = (0..entries.len()).map(sentence).collect();
        let (lanes, spans) = (Lanes::new(entries), spans(entries));
        Scene { title: &run.name, entries, cut, sentences, x: Vec::new(), lanes, spans }
    }

    /// Returns how long after its beginning an entry is, in nanoseconds.
    pub fn time(&self, entry: usize) -> u64 {
        self.entries[entry].at.saturating_sub(self.entries[0].at)
    }
}
