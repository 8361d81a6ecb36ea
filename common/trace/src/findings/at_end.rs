//! What is odd at the end of a trace: who waits for what cannot come.

use super::{Finding, at, duration, while_fetching};
use crate::event::{Entry, Event};
use crate::replay::{Replay, State, Task, What};

/// A poll that has not returned for so long blocks its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

pub(super) fn findings(entries: &[Entry], replay: &Replay) -> Vec<Finding> {
    let Some(last) = entries.last() else { return Vec::new() };
    let mut found = Vec::new();
    for (&number, task) in &replay.tasks {
        let text = match task.state {
            State::New => {
                Some("was made, and never polled. A future does nothing until it is polled.".to_owned())
            }
            State::Pending if task.held == 0 => Some(unheld(replay, number, task)),
            State::Pending => unarmed(replay, task),
            State::Woken => Some(unpolled(entries, replay, number, task)),
            State::Polled | State::WokenInPoll if last.at - task.since > LONG && !is_outer(replay, task) => {
                let held = duration(last.at - task.since);
                Some(format!(
                    "is in a poll that has not returned for {held}{}: a poll must not block.",
                    while_fetching(task)
                ))
            }
            _ => None,
        };
        let text = text.map(|text| format!("{} {text}", replay.name(number)));
        found.extend(text.map(|text| Finding { entry: entries.len() - 1, task: Some(number), text }));
    }
    found.extend(not_marked(replay).map(|text| Finding { entry: entries.len() - 1, task: None, text }));
    found
}

/// Explains a task that nothing can wake.
fn unheld(replay: &Replay, number: u64, task: &Task) -> String {
    let fetching = while_fetching(task);
    let Some(wait) = task.cloned.first() else {
        return format!(
            "is pending{fetching}, and its last poll cloned no waker, so nothing can wake it: `Pending` is a promise of a \
             wake-up.{}",
            old_waker(replay, number, task)
        );
    };
    format!(
        "is pending{fetching}, and nothing holds its waker: the clone for {}{} was dropped without a call.",
        wait.what,
        at(&wait.places)
    )
}

/// Says whether another task's waker is kept, which was polled before.
fn old_waker(replay: &Replay, number: u64, task: &Task) -> String {
    let older = replay
        .tasks
        .iter()
        .find(|(other, its)| **other != number && its.polls > 0 && its.held > 0 && its.thread == task.thread);
    let Some((other, its)) = older else { return String::new() };
    let place = its.waits.first().map(|wait| at(&wait.places)).unwrap_or_default();
    format!(
        " The waker of {} is kept{place}: a future that another task polls must keep that task's waker.",
        replay.name(*other)
    )
}

/// Explains a task whose socket the selector does not watch.
fn unarmed(replay: &Replay, task: &Task) -> Option<String> {
    task.waits.iter().find_map(|wait| match wait.what {
        What::Socket(None) => Some(format!(
            "waits for a socket{}, but the selector was not asked to report it: arm the socket after the waker is stored.",
            at(&wait.places)
        )),
        What::Socket(Some((key, read))) => {
            let armed = replay.armed.get(&key).copied().unwrap_or_default();
            let is_armed = if read { armed.0 } else { armed.1 };
            (!is_armed).then(|| {
                format!(
                    "waits for {}{}, but the selector has reported that socket, and was not asked again: it reports once.",
                    wait.what,
                    at(&wait.places)
                )
            })
        }
        _ => None,
    })
}

/// Explains a task that was woken in vain.
fn unpolled(entries: &[Entry], replay: &Replay, number: u64, task: &Task) -> String {
    let is_wake = |entry: &&Entry| matches!(entry.event, Event::Woken { task, .. } if task == number);
    let Some(wake) = entries.iter().rfind(is_wake) else {
        return "was woken, and not polled again.".to_owned();
    };
    let others =
        entries.iter().filter(|entry| entry.at > wake.at && matches!(entry.event, Event::Polled { .. }));
    if task.woken_in_poll {
        return "was woken while it was polled, and not polled again: that wake-up was lost. Clear the flag before the poll, \
                not after it."
            .to_owned();
    }
    if others.count() > 0 {
        return format!(
            "was woken, and is not polled any more, while other tasks are{}: a future that is kept and not polled keeps what \
             it holds.",
            while_fetching(task)
        );
    }
    match replay.parked.get(&task.thread) {
        Some(parked) if wake.thread != task.thread => format!(
            "was woken by the thread `{}`{}, and the loop of `{}`, which has been parked for {}, sleeps on: set the flag, and \
             then notify the loop.",
            wake.thread,
            at(&wake.places),
            task.thread,
            duration(entries.last().map_or(0, |last| last.at) - parked.at)
        ),
        Some(_) => "was woken, and the loop sleeps: it must look for woken tasks before it waits.".to_owned(),
        None => {
            "was woken, and not polled again: a wake-up must put the task into the ready queue.".to_owned()
        }
    }
}

/// Returns whether a poll of another task happens in the poll of this one.
fn is_outer(replay: &Replay, task: &Task) -> bool {
    let is_inner = |other: &Task| {
        matches!(other.state, State::Polled | State::WokenInPoll)
            && other.since > task.since
            && other.thread == task.thread
    };
    replay.tasks.values().any(is_inner)
}

/// Finds a join that waits although every fetch has ended.
fn not_marked(replay: &Replay) -> Option<String> {
    if replay.done == 0 || !replay.unfinished.is_empty() {
        return None;
    }
    let joins = |task: &&Task| {
        task.state == State::Pending && task.waits.iter().any(|wait| wait.what == What::AllDone)
    };
    let of_task = replay.tasks.iter().find(|(_, task)| joins(task)).map(|(number, _)| replay.name(*number));
    let of_thread = replay.blocked.iter().find(|(_, since)| since.on.contains("task_done"));
    let joiner = of_task.or_else(|| of_thread.map(|(thread, _)| format!("the thread `{thread}`")))?;
    Some(format!(
        "All {} fetches have ended, and {joiner} still waits for the last `task_done`: one of them was not marked as done.",
        replay.done
    ))
}
