//! [`Recording`]: a trace, of a program that was run or of a file. [`Scene`]: what that a story or a page
//! shows of it.

use std::io;
use std::path::Path;

use trace::Entry;
use trace::replay::Replay;
use workshop::root::{about, read};

use super::lanes::{Lanes, Span, spans};
use super::sentence::sentence;

/// The end of a program that has not succeeded.
pub const FAILED: &str = "did not succeed";

/// What was recorded of a program.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The stage, the example or the file.
    pub name: String,
    /// What happened, in the order of time.
    pub entries: Vec<Entry>,
    /// How the program ended, if it did not end well. That is known only after it was run.
    pub end: Option<&'static str>,
}

impl Recording {
    /// Reads a trace.
    ///
    /// # Errors
    /// If the file cannot be read, or if a line is no entry: the message has its number.
    pub fn read(file: &Path) -> io::Result<Recording> {
        let text = read(file)?;
        let entry = |(line, number)| {
            let wrong = |error| io::Error::other(format!("line {number} is no event of a trace: {error}"));
            serde_json::from_str(line).map_err(|error| about(file, &wrong(error)))
        };
        let entries = text.lines().zip(1..).map(entry).collect::<io::Result<_>>()?;
        Ok(Recording { name: file.file_stem().unwrap_or_default().display().to_string(), entries, end: None })
    }
}

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
    pub fn new(run: &'a Recording) -> Self {
        let (all, mut replay) = (run.entries.len(), Replay::default());
        let entries = &run.entries[..all.min(MOST)];
        let cut = (all > MOST).then(|| format!("The first {MOST} of {all} events are shown."));
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
