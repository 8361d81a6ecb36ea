//! What is odd while it happens.

use std::collections::BTreeMap;

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
    if started >= MANY && in_flight == 1 && others > 0 {
        found.push(format!(
            "Never more than one fetch was in flight, although up to {others} others waited: nothing ran at the same time."
        ));
    }
    found
}
