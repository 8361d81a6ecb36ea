//! The words for what a trace has.

use super::event::Call;
use super::replay::{Task, Wait, What};

/// Returns a time as people say it.
pub fn duration(nanoseconds: u64) -> String {
    match nanoseconds {
        0..1_000_000 => format!("{} µs", nanoseconds / 1000),
        1_000_000..10_000_000 => format!("{:.1} ms", nanoseconds as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{:.0} ms", nanoseconds as f64 / 1e6),
        _ => format!("{:.1} s", nanoseconds as f64 / 1e9),
    }
}

/// Returns ` (FILE:LINE)`; nothing if the call is unknown.
pub fn at(call: Option<&Call>) -> String {
    call.map(|Call { file, line, .. }| format!(" ({file}:{line})")).unwrap_or_default()
}

/// Returns `for a timer` and where it is, by `at`, or ``by `FUNCTION` (FILE:LINE)``: why a clone of a waker
/// is kept.
pub fn kept(wait: &Wait, at: fn(Option<&Call>) -> String) -> String {
    match (&wait.what, &wait.call) {
        (What::Unknown, Some(call)) => format!("by `{}`{}", call.short(), self::at(Some(call))),
        (what, call) => format!("for {what}{}", at(call.as_ref())),
    }
}

/// Returns what a task waits for, such as `it waits for a timer (FILE:LINE), and its waker is kept by ...`.
pub fn waits(waits: &[Wait], at: fn(Option<&Call>) -> String) -> String {
    let all = waits.iter().map(|wait| kept(wait, at));
    let (known, keepers): (Vec<_>, Vec<_>) = all.partition(|kept| kept.starts_with("for "));
    let clauses = [("it waits ", known), ("its waker is kept ", keepers)].into_iter();
    let clauses = clauses.filter(|(_, of)| !of.is_empty());
    clauses.map(|(verb, of)| format!("{verb}{}", of.join("; "))).collect::<Vec<_>>().join(", and ")
}

/// Returns ``, in the phase `reading` of http://site/`` or the like; nothing if the task fetches nothing.
pub fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}

/// Returns a URL, or the first 200 bytes of one that is long.
pub fn short(url: &str) -> String {
    match url.char_indices().find(|(at, _)| *at >= 200) {
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url.to_owned(),
    }
}

/// Returns a URL without its scheme and host.
pub fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or(url, |start| &rest[start..])
}
