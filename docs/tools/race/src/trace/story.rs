//! A trace in plain words: a sentence an event.

use common::trace::findings::{duration, findings};
use common::trace::replay::{Replay, State, Task, Wait, What, shown};
use common::trace::{Entry, Event, Place};
use textwrap::Options;

/// The width of the column with the times.
const TIMES: usize = 11;

/// Tasks are indented, so many of them at most.
const LANES: usize = 8;

/// Returns the story, line by line: the time, and then what happens, indented by task; in the end what is odd.
pub fn tell(entries: &[Entry], width: usize) -> Vec<String> {
    let (mut replay, mut lines, mut lanes) = (Replay::default(), Vec::new(), Vec::new());
    for entry in entries {
        let sentence = sentence(entry, &replay);
        replay.apply(entry);
        // What a waker is kept for is said when the poll ends.
        let Some(sentence) = sentence.filter(|_| !matches!(entry.event, Event::Cloned { .. })) else {
            continue;
        };
        let lane = lane(entry, &mut lanes);
        let time = format!("{:>9}  ", duration(entry.at));
        let indent = format!("{}{}", " ".repeat(TIMES), "  ".repeat(lane + 1));
        let first = format!("{time}{}", "  ".repeat(lane));
        let options = Options::new(width).initial_indent(&first).subsequent_indent(&indent);
        lines.extend(textwrap::wrap(&sentence, options).into_iter().map(|line| line.into_owned()));
    }
    let odd = findings(entries);
    lines.push(String::new());
    lines.push(if odd.is_empty() { "Nothing is odd.".to_owned() } else { "What is odd:".to_owned() });
    for finding in odd {
        let options = Options::new(width).initial_indent("- ").subsequent_indent("  ");
        lines.extend(textwrap::wrap(&finding.text, options).into_iter().map(|line| line.into_owned()));
    }
    lines
}

/// Returns by how much an event is indented: the tasks, threads or fetches in the order in which they come.
fn lane(entry: &Entry, lanes: &mut Vec<String>) -> usize {
    let task = match entry.event {
        Event::Polled { task }
        | Event::Pending { task }
        | Event::Ready { task }
        | Event::Made { task, .. } => Some(task),
        _ => entry.polling,
    };
    let name = match (task, &entry.url) {
        (Some(task), _) => task.to_string(),
        (None, _) if entry.thread.starts_with("worker ") => entry.thread.to_string(),
        (None, Some(url)) => url.clone(),
        (None, None) => return 0,
    };
    let lane = lanes.iter().position(|lane| *lane == name).unwrap_or_else(|| {
        lanes.push(name);
        lanes.len() - 1
    });
    lane % LANES + 1
}

/// Returns what an event means, given the state before it. Some events need no words.
pub fn sentence(entry: &Entry, before: &Replay) -> Option<String> {
    let name = |task: &u64| before.name(*task);
    let place = at(&entry.places);
    let doer = doer(entry, before);
    Some(match &entry.event {
        Event::Put { target } => format!("`{}` is put into the queue.", path(target)),
        Event::Started => {
            format!("{} begins to fetch `{}`.", doer, path(entry.url.as_deref().unwrap_or_default()))
        }
        Event::Entered { phase, tries } => entered(&doer, phase, *tries)?,
        Event::Done { target, outcome } => format!("{doer} has fetched `{}`: {outcome}.", path(target)),
        Event::Interrupted => "The crawl is interrupted.".to_owned(),
        Event::Blocked { on } => format!("{doer} blocks, and waits for {on}{place}."),
        Event::Unblocked => {
            let since = before.blocked.get(&*entry.thread)?;
            format!("{doer} goes on after {}.", duration(entry.at - since.at))
        }
        Event::Registered { callback } => match &entry.url {
            Some(url) => format!("Callback {callback} is registered, for `{}`{place}.", path(url)),
            None => format!("Callback {callback} is registered{place}."),
        },
        Event::Called { callback } => format!("The event loop calls callback {callback}."),
        Event::Removed { callback } => format!("Callback {callback} is dropped."),
        Event::Made { name, task } if name == "main" => {
            format!("The main future is made, as task {task}{place}.")
        }
        Event::Made { name, task } => format!("{} {task} is made{place}.", capital(name)),
        Event::Polled { task } => match entry.polling {
            Some(outer) => format!("{} polls {}.", capital(&name(&outer)), name(task)),
            None => format!("The executor polls {}.", name(task)),
        },
        Event::Pending { task } => pending(&name(task), before.tasks.get(task)?),
        Event::Ready { task } => format!("{} is ready.", capital(&name(task))),
        Event::Panicked { task } => format!("{} panics.", capital(&name(task))),
        Event::Dropped { task } if before.tasks.get(task)?.state == State::Ended => return None,
        Event::Dropped { task } => {
            format!("{} is dropped before its end: it is cancelled.", capital(&name(task)))
        }
        Event::Cloned { task } => {
            format!("The waker of {} is cloned, for {}{place}.", name(task), What::of(&entry.places))
        }
        Event::Woken { task, through, .. } => woken(entry, before, *task, *through),
        Event::Parked { timeout_ms } => parked(before, *timeout_ms),
        Event::Unparked => {
            let waited = entry.at - before.parked.get(&*entry.thread)?.at;
            format!("The event loop goes on after {}.", duration(waited))
        }
        Event::Armed { socket, read, write } => match (read, write) {
            (true, true) => format!("The selector is to report when socket {socket} can be read or written."),
            (true, false) => format!("The selector is to report when socket {socket} can be read."),
            (false, true) => format!("The selector is to report when socket {socket} can be written."),
            (false, false) => format!("The selector has reported socket {socket}, once."),
        },
        Event::Returned { .. } | Event::Released { .. } => return None,
    })
}

/// Returns the subject of a sentence: a task, a fetch or a thread.
fn doer(entry: &Entry, before: &Replay) -> String {
    match (entry.polling, &entry.url) {
        (Some(task), _) => capital(&before.name(task)),
        (None, Some(url)) if !before.callbacks.is_empty() => format!("The fetch of `{}`", path(url)),
        _ => capital(&entry.thread),
    }
}

fn entered(doer: &str, phase: &str, tries: u32) -> Option<String> {
    let what = match phase {
        "resolving" if tries == 1 => return None,
        "resolving" => return Some(format!("{doer} begins try {tries}.")),
        "connecting" => "connects",
        "sending" => "is connected, and sends the request",
        "reading" => "has sent the request, and reads",
        _ => "cannot use the answer",
    };
    Some(format!("{doer} {what}."))
}

fn pending(name: &str, task: &Task) -> String {
    let name = capital(name);
    match task.state {
        State::WokenInPoll => format!("{name} is pending, and was woken meanwhile: it must be polled again."),
        _ if task.held == 0 => format!("{name} is pending, and nothing holds its waker."),
        _ => format!("{name} is pending: it waits for {}.", waits(&task.waits)),
    }
}

fn woken(entry: &Entry, before: &Replay, task: u64, through: Option<u64>) -> String {
    let name = before.name(task);
    if let Some(through) = through {
        return format!("The waker of {} calls that of {name}.", before.name(through));
    }
    let state = before.tasks.get(&task);
    let cause = state.and_then(|state| state.cause(entry, &before.armed));
    let is_loop = state.is_some_and(|state| state.thread == entry.thread);
    match (entry.polling, cause) {
        (Some(own), _) if own == task => format!("{} wakes itself.", capital(&name)),
        (Some(other), Some(cause)) => {
            format!("{} wakes {name}, which waits for {cause}.", capital(&before.name(other)))
        }
        (Some(other), None) => format!("{} wakes {name}.", capital(&before.name(other))),
        (None, Some(cause)) if is_loop => format!("The reactor wakes {name}, which waits for {cause}."),
        (None, Some(cause)) => {
            format!("The thread `{}` wakes {name}, which waits for {cause}.", entry.thread)
        }
        (None, None) => format!("The thread `{}` wakes {name}.", entry.thread),
    }
}

fn parked(before: &Replay, timeout_ms: Option<f64>) -> String {
    match timeout_ms {
        Some(0.0) => "The event loop looks for events, and does not wait.".to_owned(),
        Some(timeout) => {
            let most = duration((timeout * 1e6) as u64);
            format!("{}the event loop parks, for {most} at most.", why(before))
        }
        None => format!("{}the event loop parks, until something happens.", why(before)),
    }
}

fn why(before: &Replay) -> &'static str {
    if before.ready.is_empty() { "Nothing is ready: " } else { "Although a task is ready, " }
}

/// Returns a URL without its scheme and host: a trace mostly has one host.
fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or(url, |start| &rest[start..])
}

/// Returns `, in FUNCTION (FILE:LINE)`, without the folder; nothing if the place is unknown.
fn at(places: &[Place]) -> String {
    let Some(place) = shown(places) else { return String::new() };
    let file = place.file.rsplit('/').next().unwrap_or_default();
    format!(", in `{}` ({file}:{})", place.short(), place.line)
}

/// Returns what a task waits for, and where.
fn waits(waits: &[Wait]) -> String {
    let each: Vec<_> = waits.iter().map(|wait| format!("{}{}", wait.what, at(&wait.places))).collect();
    each.join("; and for ")
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
