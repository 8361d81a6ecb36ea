//! What is odd in a trace, or still open at its end, in sentences.

mod at_end;

use std::collections::BTreeMap;

use self::at_end::{LONG, NOTHING};
use super::event::{Entry, Event::*};
use super::replay::{Replay, Task, TaskState, shown};
use super::words::{at, duration, waits, while_fetching};

/// The most lines that explain a hang, and the most of a kind that are named if they are open.
const MOST: usize = 6;

/// A task that has woken itself so often in a row asks again and again.
const SPINS: usize = 20;

/// The least number of fetches one after the other that are no chance.
const MANY: usize = 5;

/// Returns what is odd, in the order of time. What is unfinished at `now`, on the clock of the entries,
/// hangs.
pub fn findings(entries: &[Entry], now: u64) -> Vec<String> {
    let mut replay = Replay::default();
    let on_the_way = on_the_way(entries, &mut replay);
    [on_the_way, at_end::findings(entries, &replay, now)].concat()
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open.
/// Empty if nothing was recorded.
pub fn explain(entries: &[Entry], now: u64) -> String {
    let found = findings(entries, now);
    let lines = if found.is_empty() { still_open(entries, now) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns what was unfinished, of a trace in which nothing is odd: tasks, threads that are blocked,
/// callbacks and event loops.
pub fn still_open(entries: &[Entry], now: u64) -> Vec<String> {
    let replay = Replay::after(entries);
    let task = |(number, task): (&u64, &Task)| {
        let (name, since, fetching) =
            (replay.name(*number), duration(now - task.since), while_fetching(task));
        match waits(&task.waits, at) {
            _ if task.state == TaskState::Polled => {
                format!("{name} has been in a poll for {since}{fetching}.")
            }
            waits => format!(
                "{name} has been pending for {since}{fetching}; {waits}, and nothing has called its waker."
            ),
        }
    };
    let wait = |(of, since): (String, &Entry)| {
        let url = since.url.as_ref().map(|url| format!(", for {url}")).unwrap_or_default();
        let (long, at) = (duration(now - since.at), at(shown(&since.calls)));
        format!("{of} has waited for {} for {long}{at}{url}.", since.event.awaited())
    };
    let threads = replay.blocked.iter().map(|(name, since)| (format!("The thread `{name}`"), since));
    let callbacks = replay.callbacks.iter().map(|(number, since)| (format!("Callback {number}"), since));
    let of_loop = |name: &str| format!("The event loop of the thread `{name}`");
    let loops = replay.parked.iter().map(|(name, since)| (of_loop(name), since));
    let tasks = replay.tasks.iter().filter(|(_, task)| task.state != TaskState::Ended).map(task);
    let waits = threads.take(MOST).chain(callbacks.take(MOST)).chain(loops).map(wait);
    tasks.take(MOST).chain(waits).collect()
}

/// Returns what is odd while it happens, and goes on to the state at the end.
fn on_the_way(entries: &[Entry], replay: &mut Replay) -> Vec<String> {
    let mut found = Vec::new();
    // How long the polls in a poll took that is under way, by the task of the outer one.
    let mut inner = BTreeMap::<u64, u64>::new();
    let (mut started, mut in_flight, mut others) = (0, 0, 0);
    for entry in entries {
        let number = entry.event.task().unwrap_or_default();
        let before = replay.tasks.get(&number).cloned();
        replay.apply(entry);
        if matches!(entry.event, Started) {
            started += 1;
            in_flight = in_flight.max(replay.in_flight.len());
            others = others.max(replay.unfinished.difference(&replay.in_flight).count());
        }
        let Some(before) = before else { continue };
        let text = match entry.event {
            Pending { .. } | Ready { .. } => {
                let whole = entry.at - before.since;
                if let Some(outer) = entry.polling {
                    *inner.entry(outer).or_default() += whole;
                }
                let own = whole.saturating_sub(inner.remove(&number).unwrap_or_default());
                let why = "Meanwhile, the thread polled no other task and looked for no event: a poll must not block.";
                (own > LONG).then(|| format!("held its thread for {} in one poll. {why}", duration(own)))
            }
            Woken { .. } if replay.tasks[&number].self_wakes == SPINS => Some(format!(
                "has woken itself in {SPINS} polls in a row: it asks again and again, and never waits."
            )),
            Dropped { .. } if before.state == TaskState::New => {
                Some(format!("was made, and dropped before its first poll. {NOTHING}"))
            }
            Dropped { .. } if before.is_waiting() && before.was_unheld => {
                Some(at_end::unheld(replay, number, &before))
            }
            _ => None,
        };
        found.extend(text.map(|text| format!("{} {text}", replay.name(number))));
    }
    if started >= MANY && in_flight == 1 && others > 0 {
        found.push(format!(
            "Never more than one fetch was in flight, although up to {others} others waited: nothing ran at the same time."
        ));
    }
    found
}
