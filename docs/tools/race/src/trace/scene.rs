//! [`Scene`]: what a page shows of a run.

use common::trace::Entry;
use common::trace::replay::{Replay, Since, State, Task};
use common::trace::words::{at, kept, path};

use super::lanes::Lanes;
use super::run::Run;
use super::sentence::{in_file, sentence};
use super::spans::{Span, spans};

/// A run, with what is so at each moment.
pub struct Scene<'a> {
    pub title: &'a str,
    pub entries: &'a [Entry],
    /// Says that these are not all.
    pub cut: Option<String>,
    /// A moment for each entry.
    pub moments: Vec<Moment>,
    /// Where each entry is on the clock of the page.
    pub x: Vec<f64>,
    pub lanes: Lanes,
    pub spans: Vec<Span>,
}

/// What is so after an entry.
pub struct Moment {
    /// What happens, in plain words. Without words, the entry is no step.
    pub sentence: Option<String>,
    /// The ready queue, the next task first.
    pub ready: Vec<String>,
    /// The tasks, threads and callbacks that wait, each with what it waits for.
    pub waiting: Vec<(String, Vec<String>)>,
}

impl<'a> Scene<'a> {
    pub fn new(run: &'a Run) -> Self {
        let ((entries, cut), mut replay) = (run.shown(), Replay::default());
        let moments = (0..entries.len()).map(|index| moment(&entries[index..], &mut replay)).collect();
        let (lanes, spans) = (Lanes::new(entries), spans(entries));
        Scene { title: &run.name, entries, cut, moments, x: Vec::new(), lanes, spans }
    }

    /// Returns how long after its beginning an entry is, in nanoseconds.
    pub fn time(&self, entry: usize) -> u64 {
        self.entries[entry].at.saturating_sub(self.entries[0].at)
    }
}

/// Returns what is so after the first of these entries.
fn moment(entries: &[Entry], replay: &mut Replay) -> Moment {
    let sentence = sentence(entries, replay);
    replay.apply(&entries[0]);
    let waits = |(number, task): (&u64, &Task)| {
        let mut waits: Vec<_> = task.waits.iter().map(|wait| kept(wait, in_file)).collect();
        waits.dedup();
        (replay.name(*number), waits)
    };
    let tasks = replay.tasks.iter().filter(|(_, task)| task.state == State::Pending).map(waits);
    let since = |(name, since): (String, &Since)| {
        let url = since.url.as_deref().map(|url| format!(", of `{}`", path(url))).unwrap_or_default();
        (name, vec![format!("for {}{url}{}", since.on, at(since.place.as_ref()))])
    };
    let threads = replay.blocked.iter().map(|(name, wait)| since((name.clone(), wait)));
    let callbacks = replay.callbacks.iter().map(|(number, wait)| since((format!("callback {number}"), wait)));
    let queue = |task: &u64| match replay.tasks.get(task).and_then(|task| task.outer) {
        Some(outer) => format!("{}, in the list of {}", replay.name(*task), replay.name(outer)),
        None => replay.name(*task),
    };
    let ready = replay.ready.iter().map(queue).collect();
    Moment { sentence, ready, waiting: tasks.chain(threads).chain(callbacks).collect() }
}
