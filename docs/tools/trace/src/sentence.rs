//! What an event means, in plain words.

use trace::event::Reason;
use trace::replay::{Replay, Task, TaskState, Wait, What, shown};
use trace::words::{duration, kept, path, waits};
use trace::{Call, Entry, Event::*};

/// Returns what the first of these events means, given the state before it. Some events need no words.
pub fn sentence(entries: &[Entry], before: &Replay) -> Option<String> {
    let (entry, later) = entries.split_first()?;
    let sentence = words(entry, later, before)?;
    let first = sentence.chars().next()?;
    Some(format!("{}{}", first.to_uppercase(), &sentence[first.len_utf8()..]))
}

/// Returns the same, without a capital letter.
fn words(entry: &Entry, later: &[Entry], before: &Replay) -> Option<String> {
    let name = |task: &u64| before.name(*task);
    let place = in_file(shown(&entry.calls));
    let (doer, has_callbacks) = (doer(entry, before), !before.callbacks.is_empty());
    let url = entry.url.as_deref().map(path);
    Some(match &entry.event {
        Put { target } => format!("`{}` is put into the queue.", path(target)),
        Started if has_callbacks => format!("{doer} begins."),
        Started => format!("{doer} begins to fetch `{}`.", url.unwrap_or_default()),
        Entered { phase, tries } => entered(&doer, phase, *tries)?,
        Done { outcome, .. } if has_callbacks => format!("{doer} has ended: {outcome}."),
        Done { target, outcome } => format!("{doer} has fetched `{}`: {outcome}.", path(target)),
        Blocked { on } => format!("{doer} waits for {on}{place}."),
        Unblocked => {
            let since = before.blocked.get(&*entry.thread)?;
            format!("{doer} goes on after {}.", duration(entry.at - since.at))
        }
        Registered { callback } => {
            let url = url.map(|url| format!(", for `{url}`")).unwrap_or_default();
            format!("Callback {callback} is registered{url}{place}.")
        }
        Called { callback } => format!("The event loop calls callback {callback}."),
        Removed { callback } => format!("Callback {callback} is dropped."),
        Made { name, .. } if name == "main" => format!("The main future is made{place}."),
        Made { name, .. } => format!("{} is made{place}.", before.name_for(name)),
        Polled { task } => {
            let outer = entry.polling.map_or("the executor".to_owned(), |outer| name(&outer));
            format!("{outer} polls {}.", name(task))
        }
        Pending { task } => {
            let (name, task) = (name(task), before.tasks.get(task)?);
            match waits(&task.waits, in_file) {
                _ if task.woken_in.is_some() => {
                    format!("{name} is pending, and was woken meanwhile: it must be polled again.")
                }
                nothing if nothing.is_empty() => format!("{name} is pending, and nothing holds its waker."),
                waits => format!("{name} is pending: {waits}."),
            }
        }
        Ready { task } => format!("{} is ready.", name(task)),
        Dropped { task } if before.tasks.get(task)?.state == TaskState::Ended => return None,
        Dropped { task } => {
            format!("{} is dropped before its end: it has panicked, or is cancelled.", name(task))
        }
        Cloned { task, kept_for } => {
            format!("The waker of {} is cloned {}.", name(task), kept(&Wait::of(entry, kept_for), in_file))
        }
        Woken { task, through, kept_for, .. } => woken(entry, before, *task, *through, kept_for),
        Parked { timeout_ms } => parked(before, *timeout_ms),
        Unparked => {
            let waited = entry.at - before.parked.get(&*entry.thread)?.at;
            format!("The event loop goes on after {}{}.", duration(waited), reason(entry, later, before))
        }
        Armed { socket, read: false, write: false } => {
            format!("The selector has reported socket {socket}, once.")
        }
        Armed { socket, read, write } => {
            let each = [("read", read), ("written", write)].into_iter();
            let what: Vec<_> = each.filter_map(|(what, is)| is.then_some(what)).collect();
            format!("The selector is to report when socket {socket} can be {}.", what.join(" or "))
        }
        Returned { .. } | Released { .. } | Ended => return None,
    })
}

/// Returns the subject of a sentence: a task, a fetch or a thread.
fn doer(entry: &Entry, before: &Replay) -> String {
    match (entry.polling, &entry.url) {
        (Some(task), _) => before.name(task),
        (None, Some(url)) if !before.callbacks.is_empty() => format!("The fetch of `{}`", path(url)),
        _ => entry.thread.to_string(),
    }
}

fn entered(doer: &str, phase: &str, tries: u32) -> Option<String> {
    let what = match phase {
        "resolving" if tries == 1 => return None,
        "resolving" => return Some(format!("{doer} begins try {tries}.")),
        "connecting" => "connects",
        "securing" => "is connected, and makes the connection secure",
        "sending" => "is connected, and sends the request",
        "reading" => "has sent the request, and reads",
        "decoding" => "cannot use the answer",
        _ => return None,
    };
    Some(format!("{doer} {what}."))
}

fn woken(entry: &Entry, before: &Replay, task: u64, through: Option<u64>, kept_for: &Reason) -> String {
    let name = before.name(task);
    if let Some(through) = through {
        return format!("The waker of {} calls that of {name}.", before.name(through));
    }
    let Some(state) = before.tasks.get(&task) else {
        return format!("A waker of {name} is called. The task is dropped, so nothing happens.");
    };
    let waker = match entry.polling {
        Some(own) if own == task => {
            let has_polled_all = inner_tasks(before, task) == state.inner_polls && state.inner_polls > 0;
            let why = ": it has polled as many tasks as it holds, and lets the others go first";
            return format!("{name} wakes itself{}.", if has_polled_all { why } else { "" });
        }
        Some(other) => before.name(other),
        None if state.thread == entry.thread => "The reactor".to_owned(),
        None => format!("The thread `{}`", entry.thread),
    };
    let waits = match state.cause(kept_for, &before.armed) {
        What::Unknown => String::new(),
        cause => format!(", which waits for {cause}"),
    };
    format!("{waker} wakes {name}{waits}.")
}

/// Returns how many unfinished tasks a task polls itself.
fn inner_tasks(replay: &Replay, outer: u64) -> usize {
    let is_inner = |task: &&Task| task.outer == Some(outer) && task.state != TaskState::Ended;
    replay.tasks.values().filter(is_inner).count()
}

fn parked(before: &Replay, timeout_ms: Option<f64>) -> String {
    let most = match timeout_ms {
        Some(0.0) => {
            let why = if before.ready.is_empty() { "a timer is due" } else { "a task is ready" };
            return format!("The event loop looks for events, and does not wait, because {why}.");
        }
        Some(timeout) => format!("for {} at most", duration((timeout * 1e6) as u64)),
        None => "until something happens".to_owned(),
    };
    let why = if before.ready.is_empty() { "Nothing is ready: " } else { "Although a task is ready, " };
    format!("{why}the event loop parks, {most}.")
}

/// Returns why an event loop goes on, as far as the next events tell.
fn reason(entry: &Entry, later: &[Entry], before: &Replay) -> String {
    let because = |next: &Entry| match next.event {
        Armed { socket, read: false, write: false } => Some(format!(": socket {socket} is ready")),
        Woken { task, ref kept_for, .. } => match before.tasks.get(&task)?.cause(kept_for, &before.armed) {
            What::Unknown => Some(String::new()),
            cause => Some(format!(": it was waiting for {cause}")),
        },
        Polled { .. } => Some(": another thread has notified it".to_owned()),
        Called { .. } | Parked { .. } | Ended => Some(String::new()),
        _ => None,
    };
    later.iter().filter(|next| next.thread == entry.thread).find_map(because).unwrap_or_default()
}

/// Returns ` in FUNCTION (FILE:LINE)`, without the folder; nothing if the place is unknown.
pub fn in_file(place: Option<&Call>) -> String {
    let Some(place) = place else { return String::new() };
    let file = place.file.rsplit('/').next().unwrap_or_default();
    format!(" in `{}` ({file}:{})", place.short(), place.line)
}
