//! What is odd at the end of a trace: tasks that wait for what cannot come.

use crate::event::{ALL_DONE, Entry, Event::*};
use crate::replay::{Replay, Task, TaskState, Wait, What, shown};
use crate::words::{at, duration, kept, while_fetching};

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
pub(super) const LONG: u64 = 100_000_000;

/// Why a task that is made must be polled.
pub(super) const NOTHING: &str = "A future does nothing until it is polled.";

/// Returns what is odd in the state at the end of a trace.
pub(super) fn findings(entries: &[Entry], replay: &Replay, end: u64) -> Vec<String> {
    let odd = |(&number, task): (&u64, &Task)| {
        let fetching = while_fetching(task);
        let text = match task.state {
            TaskState::Pending if task.woken_in.is_some() => unpolled(entries, replay, number, task, end)?,
            TaskState::New => format!("was made, and never polled. {NOTHING}"),
            TaskState::Pending if task.waits.is_empty() => unheld(replay, number, task),
            TaskState::Pending => unarmed(replay, task)?,
            TaskState::Polled if end - task.since > LONG && !is_outer(replay, task) => {
                let held = duration(end - task.since);
                format!("is in a poll that has not returned for {held}{fetching}: a poll must not block.")
            }
            _ => return None,
        };
        Some(format!("{} {text}", replay.name(number)))
    };
    replay.tasks.iter().filter_map(odd).chain(not_marked(replay)).collect()
}

/// Explains a task that nothing can wake.
pub(super) fn unheld(replay: &Replay, number: u64, task: &Task) -> String {
    let fetching = while_fetching(task);
    if let Some(kept) = task.cloned.as_ref().map(|wait| kept(wait, at)) {
        return format!(
            "is pending{fetching}, and nothing holds its waker: the clone {kept} was dropped without a call."
        );
    }
    // Another task's waker may be kept, which was polled before.
    let is_older = |(other, its): &(&u64, &Task)| {
        let is_kept = its.waits.first().is_some_and(|wait| wait.what == What::Unknown);
        **other != number && is_kept && its.thread == task.thread
    };
    let older = replay.tasks.iter().find(is_older).map(|(other, its)| {
        let (name, at) = (replay.name(*other), at(its.waits[0].call.as_ref()));
        format!(
            " The waker of {name} is kept{at}: a future that another task polls must keep that task's waker."
        )
    });
    let why = "its last poll cloned no waker, so nothing can wake it: `Pending` is a promise of a wake-up.";
    format!("is pending{fetching}, and {why}{}", older.unwrap_or_default())
}

/// Explains a task whose socket the selector does not watch.
fn unarmed(replay: &Replay, task: &Task) -> Option<String> {
    task.waits.iter().find_map(|wait| {
        let why = match wait.what {
            What::Socket { key: None, .. } => {
                "was not asked to report it: arm the socket after the waker is stored."
            }
            What::Socket { read, key: Some(key) } if !replay.armed.contains(&(key, read)) => {
                "has reported that socket, and was not asked again: it reports once."
            }
            _ => return None,
        };
        Some(format!("waits {}, but the selector {why}", kept(wait, at)))
    })
}

/// Explains a task that was woken in vain.
fn unpolled(entries: &[Entry], replay: &Replay, number: u64, task: &Task, end: u64) -> Option<String> {
    let fetching = while_fetching(task);
    let is_wake = |entry: &Entry| matches!(entry.event, Woken { task, .. } if task == number);
    let (wake, later) = entries[entries.iter().rposition(is_wake)?..].split_first()?;
    let by = format!("was woken by the thread `{}`{}", wake.thread, at(shown(&wake.calls)));
    let thread = &task.thread;
    Some(match replay.parked.get(thread) {
        _ if task.woken_in == Some(TaskState::Polled) => {
            "was woken while it was polled, and not polled again: that wake-up was lost. Clear the flag before the poll, \
             not after it."
                .to_owned()
        }
        _ if later.iter().any(|entry| matches!(entry.event, Polled { .. })) => format!(
            "was woken{fetching}, and was not polled again, although other tasks were: a future that is kept and not polled \
             keeps what it holds."
        ),
        Some(parked) if wake.thread != *thread && wake.at < parked.at => format!(
            "{by}, before the event loop of the thread `{thread}` went to sleep: say that the loop sleeps, and then look for \
             woken tasks once more."
        ),
        Some(parked) if wake.thread != *thread => format!(
            "{by}, and the event loop of the thread `{thread}`, which has been parked for {}, sleeps on: set the flag, and \
             then notify the loop.",
            duration(end - parked.at)
        ),
        Some(_) => "was woken, and the loop sleeps: it must look for woken tasks before it waits.".to_owned(),
        // A runtime that no trace knows has not said whether its thread is parked.
        None if wake.thread != *thread => format!(
            "{by}, and not polled again: a wake-up must put the task into the ready queue, and if the thread `{thread}` is \
             parked, unpark it."
        ),
        None => {
            "was woken, and not polled again: a wake-up must put the task into the ready queue.".to_owned()
        }
    })
}

/// Returns whether a poll of another task happens in the poll of this one.
fn is_outer(replay: &Replay, task: &Task) -> bool {
    let of_thread = |other: &&Task| other.state == TaskState::Polled && other.thread == task.thread;
    replay.tasks.values().filter(of_thread).any(|other| other.since > task.since)
}

/// Finds a join that waits although every fetch has ended.
fn not_marked(replay: &Replay) -> Option<String> {
    let is_join = |wait: &Wait| wait.what == What::Named(ALL_DONE.into());
    let joins = |task: &Task| task.is_waiting() && task.waits.iter().any(is_join);
    let of_task = replay.tasks.iter().find(|(_, task)| joins(task)).map(|(number, _)| replay.name(*number));
    let of_thread = replay.blocked.iter().find(|(_, since)| since.event.awaited() == ALL_DONE);
    let joiner = of_task.or_else(|| of_thread.map(|(thread, _)| format!("the thread `{thread}`")))?;
    let (all, of) = match replay.done {
        0 => return None,
        1 => ("The only fetch has ended".to_owned(), "it"),
        done => (format!("All {done} fetches have ended"), "one of them"),
    };
    let text =
        format!("{all}, and {joiner} still waits for the last `task_done`: {of} was not marked as done.");
    replay.unfinished.is_empty().then_some(text)
}
