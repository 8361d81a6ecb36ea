//! What is still open at the end of a trace.

use super::while_fetching;
use crate::event::Entry;
use crate::replay::{Replay, Since, State};
use crate::words::{at, duration, waits};

/// The most of a kind that are named.
const MOST: usize = 8;

/// Returns what was unfinished: tasks, threads that are blocked, callbacks and event loops.
pub fn still_open(entries: &[Entry], end: u64) -> Vec<String> {
    let replay = Replay::after(entries);
    let mut open = Vec::new();
    for (number, task) in replay.tasks.iter().filter(|(_, task)| task.state != State::Ended).take(MOST) {
        let (name, since) = (replay.name(*number), duration(end - task.since));
        let fetching = while_fetching(task);
        open.push(match task.state {
            State::New => format!("{name} has not been polled."),
            State::Woken => format!("{name} was woken {since} ago, and has not been polled since{fetching}."),
            state if state.is_polled() => format!("{name} has been in a poll for {since}{fetching}."),
            _ => {
                let why = match waits(&task.waits, at) {
                    none if none.is_empty() => ", and nothing holds its waker".to_owned(),
                    waits => format!("; {waits}, and nothing has called its waker"),
                };
                format!("{name} has been pending for {since}{fetching}{why}.")
            }
        });
    }
    let wait = |(of, since): (String, &Since)| {
        let url = since.url.as_ref().map(|url| format!(", for {url}")).unwrap_or_default();
        let (long, at) = (duration(end - since.at), at(since.place.as_ref()));
        format!("{of} has waited for {} for {long}{at}{url}.", since.on)
    };
    let threads = replay.blocked.iter().map(|(name, since)| (format!("The thread `{name}`"), since));
    let callbacks = replay.callbacks.iter().map(|(number, since)| (format!("Callback {number}"), since));
    let loops =
        replay.parked.iter().map(|(name, since)| (format!("The event loop of the thread `{name}`"), since));
    open.extend(threads.take(MOST).chain(callbacks.take(MOST)).chain(loops).map(wait));
    open
}
