//! What is odd while it happens.

use std::collections::{BTreeMap, BTreeSet};

use super::at_end::unheld;
use super::{LONG, NOTHING};
use crate::event::{Entry, Event::*};
use crate::replay::{Replay, State};
use crate::words::duration;

/// A task that has woken itself so often in a row asks again and again.
const SPINS: usize = 20;

/// The least number of fetches one after the other that are no chance.
const MANY: usize = 5;

pub(super) fn findings(entries: &[Entry], replay: &mut Replay) -> Vec<String> {
    let mut found = Vec::new();
    // How long the polls in a poll took that is under way, by the task of the outer one.
    let mut inner = BTreeMap::<u64, u64>::new();
    for entry in entries {
        let number = entry.event.task().unwrap_or_default();
        let before = replay.tasks.get(&number).cloned();
        replay.apply(entry);
        let Some(before) = before else { continue };
        let text = match entry.event {
            Pending { .. } | Ready { .. } | Panicked { .. } => {
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
            Dropped { .. } if before.state == State::New => {
                Some(format!("was made, and dropped before its first poll. {NOTHING}"))
            }
            Dropped { .. } if before.waits() && before.was_unheld => Some(unheld(replay, number, &before)),
            _ => None,
        };
        found.extend(text.map(|text| format!("{} {text}", replay.name(number))));
    }
    found.extend(one_by_one(entries));
    found
}

/// Finds fetches that ran one after the other, although others waited.
fn one_by_one(entries: &[Entry]) -> Option<String> {
    let (mut in_flight, mut waiting, mut most_waiting) = (BTreeSet::new(), 0_usize, 0);
    let mut started = 0;
    for entry in entries {
        match &entry.event {
            Put { .. } => waiting += 1,
            Started => {
                started += 1;
                waiting = waiting.saturating_sub(1);
                in_flight.extend(entry.url.clone());
                most_waiting = most_waiting.max(waiting);
                if in_flight.len() > 1 {
                    return None;
                }
            }
            Done { target, .. } => _ = in_flight.remove(target),
            _ => {}
        }
    }
    let others = format!("although up to {most_waiting} others waited: nothing ran at the same time.");
    (started >= MANY && most_waiting > 0)
        .then(|| format!("Never more than one fetch was in flight, {others}"))
}
