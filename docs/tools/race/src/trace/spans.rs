//! What lasts from one entry to another, and the wake-ups that lead to polls: all that is drawn of a trace.

use std::collections::BTreeMap;

use common::trace::{Entry, Event, Event::*};

/// What lasts from one entry to another. If the trace ends before it does, `to` is the last entry.
pub struct Span {
    /// `poll`, `call`, `blocked` and `sleeps` are calls of a thread, which is `busy` outside of the latter two. The `life` of
    /// a task, a callback or a fetch has a `phase` of the fetch or a time in which the callback is `registered`.
    pub kind: &'static str,
    /// The task, callback, fetch or thread.
    pub about: String,
    pub from: usize,
    pub to: usize,
    /// How it ends.
    pub end: &'static str,
}

/// How a span ends that is open at the end of a trace.
pub const OPEN: &str = "the trace ends";

/// Returns the kinds of spans that end with an event, how, and the kinds that begin.
fn turn(event: &Event) -> (&'static [&'static str], &'static str, &'static [&'static str]) {
    match event {
        Made { .. } | Started => (&[], "", &["life"]),
        Polled { .. } => (&[], "", &["poll"]),
        Pending { .. } => (&["poll"], "pending", &[]),
        Ready { .. } => (&["poll"], "ready", &[]),
        Panicked { .. } => (&["poll"], "panicked", &[]),
        Registered { .. } => (&[], "", &["life", "registered"]),
        Called { .. } => (&["registered"], "call", &["call"]),
        Returned { .. } => (&["call"], "returns", &["registered"]),
        Removed { .. } | Dropped { .. } => (&["registered", "life"], "dropped", &[]),
        Entered { .. } => (&["phase"], "next phase", &["phase"]),
        Done { .. } => (&["phase", "life"], "done", &[]),
        Blocked { .. } => (&["busy"], "waits", &["blocked"]),
        // A look that does not wait is a part of the work.
        Parked { timeout_ms: Some(0.0) } => (&[], "", &[]),
        Parked { .. } => (&["busy"], "waits", &["sleeps"]),
        Unblocked | Unparked => (&["blocked", "sleeps"], "returns", &["busy"]),
        _ => (&[], "", &[]),
    }
}

/// Returns what an event begins or ends something of.
fn about(entry: &Entry) -> String {
    match (&entry.event, entry.event.task()) {
        (_, Some(task)) => format!("task {task}"),
        (Registered { callback } | Called { callback } | Returned { callback } | Removed { callback }, _) => {
            format!("callback {callback}")
        }
        (Done { target, .. }, _) => format!("fetch {target}"),
        (Started | Entered { .. }, _) => format!("fetch {}", entry.url.as_deref().unwrap_or_default()),
        _ => entry.thread.to_string(),
    }
}

/// Finds the spans of a trace.
pub fn spans(entries: &[Entry]) -> Vec<Span> {
    let (mut open, mut ended, mut threads) = (Vec::<Span>::new(), Vec::new(), BTreeMap::new());
    let to = entries.len().saturating_sub(1);
    let begin = |kind, about: &str, from| Span { kind, about: about.to_owned(), from, to, end: OPEN };
    for (index, entry) in entries.iter().enumerate() {
        if threads.insert(&*entry.thread, index).is_none() {
            open.push(begin("busy", &entry.thread, index));
        }
        let about = about(entry);
        let (ends, end, mut begins) = turn(&entry.event);
        let waits = |span: &Span| matches!(span.kind, "blocked" | "sleeps") && span.about == about;
        if matches!(entry.event, Unblocked | Unparked) && !open.iter().any(waits) {
            begins = &[];
        }
        for kind in ends {
            let is_it = |span: &Span| span.kind == *kind && span.about == about;
            if let Some(place) = open.iter().rposition(is_it) {
                ended.push(Span { to: index, end, ..open.remove(place) });
            }
        }
        open.extend(begins.iter().map(|kind| begin(kind, &about, index)));
    }
    // The last event of a thread is the last that is known of it.
    let last = |span: Span| match threads.get(&*span.about) {
        Some(to) if span.kind == "busy" => Span { to: *to, ..span },
        _ => span,
    };
    ended.extend(open.into_iter().map(last));
    ended.retain(|span| span.kind != "busy" || span.from < span.to);
    ended
}

/// Finds the wake-ups, each with the poll that follows.
pub fn wakes(entries: &[Entry]) -> Vec<(usize, Option<usize>)> {
    let (mut polls, mut wakes) = (BTreeMap::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate().rev() {
        match entry.event {
            Polled { task } => _ = polls.insert(task, index),
            Woken { task, .. } => wakes.push((index, polls.get(&task).copied())),
            _ => {}
        }
    }
    wakes
}
