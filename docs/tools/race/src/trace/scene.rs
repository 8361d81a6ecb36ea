//! [`Scene`]: a trace, and in words what happens in it.

use common::trace::Entry;

/// A trace of one crawl.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The name of what ran.
    pub title: String,
    /// What happened, in the order of time.
    pub entries: Vec<Entry>,
    /// A moment for each entry.
    pub moments: Vec<Moment>,
}

/// What is so after an entry.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// What happens, in plain words. Without words, the entry is no step.
    pub sentence: String,
    /// The ready queue, the next task first.
    pub ready: Vec<String>,
    /// The tasks that wait, each with what it waits for.
    pub waiting: Vec<(String, Vec<String>)>,
}
