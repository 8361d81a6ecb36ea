//! What is odd while it happens.

use std::collections::BTreeSet;

use super::{Finding, duration};
use crate::event::{Entry, Event};
use crate::replay::{Replay, State};

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

/// A task that has woken itself so often in a row asks again and again.
const SPINS: usize = 20;

/// So many fetches one after the other are no chance.
const MANY: usize = 5;

pub(super) fn findings(entries: &[Entry]) -> Vec<Finding> {
    let (mut replay, mut found) = (Replay::default(), Vec::new());
    // The polls that are under way: when each began, and how long the polls in it took.
    let mut polls: Vec<(u64, u64)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let is_new = |task: &u64| replay.tasks.get(task).is_some_and(|task| task.state == State::New);
        let was_new = matches!(&entry.event, Event::Dropped { task } if is_new(task));
        replay.apply(entry);
        let mut find = |task: u64, text: String| {
            let text = format!("{} {text}", replay.name(task));
            found.push(Finding { entry: index, task: Some(task), text });
        };
        match entry.event {
            Event::Polled { .. } => polls.push((entry.at, 0)),
            Event::Pending { task } | Event::Ready { task } | Event::Panicked { task } => {
                let (began, inner) = polls.pop().unwrap_or((entry.at, 0));
                let whole = entry.at - began;
                if let Some((_, of_outer)) = polls.last_mut() {
                    *of_outer += whole;
                }
                if whole - inner.min(whole) > LONG {
                    let held = duration(whole - inner);
                    find(
                        task,
                        format!(
                            "held its thread for {held} in one poll. Meanwhile, the thread polled no other task and looked for no event: a poll must not block."
                        ),
                    );
                }
            }
            Event::Woken { task, .. }
                if replay.tasks.get(&task).is_some_and(|task| task.self_wakes == SPINS) =>
            {
                find(
                    task,
                    format!(
                        "has woken itself in {SPINS} polls in a row: it asks again and again, and never waits."
                    ),
                );
            }
            Event::Dropped { task } if was_new => {
                find(
                    task,
                    "was made, and dropped before its first poll. A future does nothing until it is polled."
                        .into(),
                );
            }
            _ => {}
        }
    }
    found.extend(one_by_one(entries));
    found
}

/// Finds fetches that ran one after the other, although others waited.
fn one_by_one(entries: &[Entry]) -> Option<Finding> {
    let (mut in_flight, mut waiting, mut most_waiting) = (BTreeSet::new(), 0_usize, 0);
    let mut started = 0;
    for entry in entries {
        match &entry.event {
            Event::Put { .. } => waiting += 1,
            Event::Started => {
                started += 1;
                waiting = waiting.saturating_sub(1);
                in_flight.extend(entry.url.clone());
                most_waiting = most_waiting.max(waiting);
                if in_flight.len() > 1 {
                    return None;
                }
            }
            Event::Done { target, .. } => _ = in_flight.remove(target),
            _ => {}
        }
    }
    let text = format!(
        "Never more than one fetch was in flight, although up to {most_waiting} others waited: nothing ran at the same time."
    );
    (started >= MANY && most_waiting > 0).then(|| Finding { entry: entries.len() - 1, task: None, text })
}
