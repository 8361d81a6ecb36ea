//! What lasts from one entry to another: all that is drawn of a trace.

use std::collections::BTreeMap;

use common::trace::{Entry, Event, Event::*};

/// What lasts from one entry to another. If the trace ends before it does, `to` is the last entry.
pub struct Span {
    /// `poll`, `call`, `blocked` and `sleeps` are calls of a thread, which is `busy` outside of the latter two. The `life` of
    /// a task, a callback or a fetch has a `phase` of the fetch or a time in which the callback is `registered`. A `wake` lasts
    /// from the call of a waker to the next poll of its task.
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
        Polled { .. } => (&["wake"], "polled", &["poll"]),
        Woken { .. } => (&[], "", &["wake"]),
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
        let (ends, end, begins) = turn(&entry.event);
        let is_over = |span: &mut Span| ends.contains(&span.kind) && span.about == about;
        let before = ended.len();
        ended.extend(open.extract_if(.., is_over).map(|span| Span { to: index, end, ..span }));
        // A loop that has only looked for events goes on without a pause.
        if ended.len() > before || !matches!(entry.event, Unblocked | Unparked) {
            open.extend(begins.iter().map(|kind| begin(kind, &about, index)));
        }
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
