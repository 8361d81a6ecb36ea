//! [`What`]: what a clone of a waker is kept for.

use std::fmt;

use crate::event::Place;

/// What is to happen before a waker is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A socket can be read (`true`) or written. Its key is known once the selector is asked to report it.
    Socket(Option<(usize, bool)>),
    /// A time comes.
    Timer,
    /// There is an item in a queue.
    Item,
    /// All items of a queue are done.
    AllDone,
    /// The address of a host is known.
    Lookup,
    /// Another task ends.
    Task,
    /// One of several futures, each with a waker of its own, is woken.
    Members,
    /// The crawl is interrupted.
    Interrupt,
    /// Whatever this function waits for.
    Function(String),
}

/// What a waker is kept for, by a part of the name of a function that led to the clone.
const KEEPERS: [(&str, What); 11] = [
    ("Source::store", What::Socket(None)),
    ("timer::Sleep", What::Timer),
    ("Get<", What::Item),
    ("Queue<T>::get", What::Item),
    ("Join<", What::AllDone),
    ("Queue<T>::join", What::AllDone),
    ("Resolve", What::Lookup),
    ("task::Task<", What::Task),
    ("FuturesUnordered", What::Members),
    ("Interrupted", What::Interrupt),
    ("crawl::interrupted", What::Interrupt),
];

/// How many calls may be between the clone and the function that tells what it is for.
const DEPTH: usize = 6;

impl What {
    /// Returns what a clone is kept for that these calls made, the innermost first.
    pub fn of(places: &[Place]) -> What {
        let keeper = |place: &Place| KEEPERS.iter().find(|(name, _)| place.function.contains(name));
        match (places.iter().take(DEPTH).find_map(keeper), shown(places)) {
            (Some((_, what)), _) => what.clone(),
            (None, place) => What::Function(place.map_or_else(|| "something".to_owned(), Place::short)),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Socket(Some((key, true))) => write!(f, "bytes to read from socket {key}"),
            What::Socket(Some((key, false))) => write!(f, "room to write to socket {key}"),
            What::Socket(None) => f.write_str("a socket"),
            What::Timer => f.write_str("a timer"),
            What::Item => f.write_str("an item in the queue"),
            What::AllDone => f.write_str("the last `task_done`"),
            What::Lookup => f.write_str("the address of a host"),
            What::Task => f.write_str("the end of another task"),
            What::Members => f.write_str("the futures in its list"),
            What::Interrupt => f.write_str("an interrupt"),
            What::Function(name) => write!(f, "what `{name}` waits for"),
        }
    }
}

/// Returns the call that a reader looks for: the innermost one in a file that carries the idea of a stage, or in an example,
/// a demo or a test; else the innermost one in the workspace.
pub fn shown(places: &[Place]) -> Option<&Place> {
    let is_known = |place: &&Place| place.line > 0;
    places
        .iter()
        .find(|place| is_known(place) && place.is_of_lesson())
        .or_else(|| places.iter().find(is_known))
}
