//! What is odd in a trace, or still open at its end, in sentences.

mod at_end;
mod on_the_way;

use super::event::Entry;
use super::replay::{Replay, State, Task, shown};
use super::words::{at, duration, waits};

/// The most lines that explain a hang.
const MOST: usize = 6;

/// The most of a kind that are named if they are open.
const MOST_OPEN: usize = 8;

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

/// Why a task that is made must be polled.
const NOTHING: &str = "A future does nothing until it is polled.";

/// Returns what is odd, in the order of time. What is unfinished at the time `now`, counted in nanoseconds as that of the entries
/// is, hangs.
pub fn findings(entries: &[Entry], now: u64) -> Vec<String> {
    let mut replay = Replay::default();
    let on_the_way = on_the_way::findings(entries, &mut replay);
    [on_the_way, at_end::findings(entries, &replay, now)].concat()
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open. Empty if nothing was
/// recorded.
pub fn explain(entries: &[Entry], now: u64) -> String {
    let found = findings(entries, now);
    let lines = if found.is_empty() { still_open(entries, now) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns what was unfinished, of a trace in which nothing is odd: tasks, threads that are blocked, callbacks and event loops.
pub fn still_open(entries: &[Entry], now: u64) -> Vec<String> {
    let replay = Replay::after(entries);
    let task = |(number, task): (&u64, &Task)| {
        let (name, since, fetching) =
            (replay.name(*number), duration(now - task.since), while_fetching(task));
        match waits(&task.waits, at) {
            _ if task.state == State::Polled => format!("{name} has been in a poll for {since}{fetching}."),
            waits => format!(
                "{name} has been pending for {since}{fetching}; {waits}, and nothing has called its waker."
            ),
        }
    };
    let wait = |(of, since): (String, &Entry)| {
        let url = since.url.as_ref().map(|url| format!(", for {url}")).unwrap_or_default();
        let (long, at) = (duration(now - since.at), at(shown(&since.places)));
        format!("{of} has waited for {} for {long}{at}{url}.", since.event.awaited())
    };
    let threads = replay.blocked.iter().map(|(name, since)| (format!("The thread `{name}`"), since));
    let callbacks = replay.callbacks.iter().map(|(number, since)| (format!("Callback {number}"), since));
    let of_loop = |name: &str| format!("The event loop of the thread `{name}`");
    let loops = replay.parked.iter().map(|(name, since)| (of_loop(name), since));
    let tasks = replay.tasks.iter().filter(|(_, task)| task.state != State::Ended).map(task);
    let waits = threads.take(MOST_OPEN).chain(callbacks.take(MOST_OPEN)).chain(loops).map(wait);
    tasks.take(MOST_OPEN).chain(waits).collect()
}

/// Returns ``, in the phase `reading` of http://site/`` or the like.
fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}
