//! What is odd in a trace, or still open at its end, in sentences.

mod at_end;
mod on_the_way;

use super::event::Entry;
use super::replay::{Replay, Since, State, Task};
use super::words::{at, duration, waits};

/// The most lines that explain a hang.
const MOST: usize = 6;

/// The most of a kind that are named if they are open.
const MOST_OPEN: usize = 8;

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

/// Why a task that is made must be polled.
const NOTHING: &str = "A future does nothing until it is polled.";

/// Returns what is odd, in the order of time. What is unfinished at the end hangs.
pub fn findings(entries: &[Entry]) -> Vec<String> {
    until(entries, entries.last().map_or(0, |last| last.at))
}

/// Returns the same at a time that may be later than the last entry.
fn until(entries: &[Entry], now: u64) -> Vec<String> {
    [on_the_way::findings(entries), at_end::findings(entries, now)].concat()
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open. Empty if nothing was
/// recorded. The time `now` is counted in nanoseconds, as that of the entries is.
pub fn explain(entries: &[Entry], now: u64) -> String {
    let found = until(entries, now);
    let lines = if found.is_empty() { still_open(entries, now) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns what was unfinished: tasks, threads that are blocked, callbacks and event loops.
pub fn still_open(entries: &[Entry], end: u64) -> Vec<String> {
    let replay = Replay::after(entries);
    let mut open = Vec::new();
    for (number, task) in replay.tasks.iter().filter(|(_, task)| task.state != State::Ended).take(MOST_OPEN) {
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
    open.extend(threads.take(MOST_OPEN).chain(callbacks.take(MOST_OPEN)).chain(loops).map(wait));
    open
}

/// Returns ``, in the phase `reading` of http://site/`` or the like.
fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}
