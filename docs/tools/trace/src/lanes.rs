//! All that is drawn of a trace: what lasts from one entry to another, and the lanes that hold it.

use std::collections::BTreeMap;

use trace::replay::Replay;
use trace::words::path;
use trace::{Entry, Event, Event::*};

/// The label of the lane of an event loop.
pub const LOOP: &str = "event loop";

/// The lanes, from the top on: what each is about, such as `task 1`, `fetch URL` or a thread, and its label.
pub struct Lanes(pub Vec<(String, String)>);

impl Lanes {
    /// Finds the lanes of a trace, in the order in which they first appear. That of the thread of the loop
    /// comes last.
    pub fn new(entries: &[Entry]) -> Self {
        let has = |is: fn(&Event) -> bool| entries.iter().any(|entry| is(&entry.event));
        let has_tasks = has(|event| matches!(event, Polled { .. }));
        let has_callbacks = has(|event| matches!(event, Called { .. }));
        let (mut lanes, names) = (Self(Vec::new()), Replay::after(entries));
        for Entry { event, thread, url, .. } in entries {
            let (about, label) = match (event, url) {
                (Made { task, .. } | Polled { task }, _) => (format!("task {task}"), names.name(*task)),
                (Started | Called { .. }, Some(url)) if !has_tasks && has_callbacks => {
                    (format!("fetch {url}"), path(url).to_owned())
                }
                // Beside an event loop, only a thread that blocks has a lane.
                (event, _) if (has_tasks || has_callbacks) && !matches!(event, Blocked { .. }) => continue,
                _ => (thread.to_string(), thread.to_string()),
            };
            if lanes.of(&about).is_none() {
                lanes.0.push((about, label));
            }
        }
        let parked = entries.iter().find(|entry| matches!(entry.event, Parked { .. }));
        lanes.0.extend(parked.map(|parked| (parked.thread.to_string(), LOOP.to_owned())));
        lanes
    }

    /// Returns the place of a lane, by what it is about.
    pub fn of(&self, about: &str) -> Option<usize> {
        self.0.iter().position(|(ours, _)| ours == about)
    }

    /// Returns the lane in which an entry happened. A thread beside the event loop has none.
    pub fn context(&self, entry: &Entry) -> Option<usize> {
        let task = entry.polling.and_then(|task| self.of(&format!("task {task}")));
        // When a loop parks, the URL is still that of the call before.
        let url = entry.url.as_ref().filter(|_| !matches!(entry.event, Parked { .. } | Unparked));
        task.or_else(|| self.of(&format!("fetch {}", url?))).or_else(|| self.of(&entry.thread))
    }

    /// Returns the lane that an entry is about. What has calls of its own is about the lane in which it
    /// happened.
    pub fn focus(&self, entry: &Entry) -> Option<usize> {
        match (&entry.event, entry.event.task()) {
            (Made { .. } | Cloned { .. } | Woken { .. }, _) | (_, None) => self.context(entry),
            (_, Some(task)) => self.of(&format!("task {task}")),
        }
    }

    /// Returns the lane of a span that begins with this entry.
    pub fn holds(&self, span: &Span, first: &Entry) -> Option<usize> {
        let thread = self.of(&first.thread);
        match (&first.event, span.kind) {
            // It is an arrow between lanes.
            (_, "wake") => None,
            (_, "busy" | "blocked" | "sleeps") => thread,
            (Made { .. }, _) => self.of(&span.about),
            // A callback of the whole crawl waits in no fetch's lane.
            _ => self.focus(first).filter(|lane| Some(*lane) != thread || span.kind == "phase"),
        }
    }
}

/// What lasts from one entry to another. If the trace ends before it does, `to` is the last entry.
pub struct Span {
    /// `poll`, `call`, `blocked` and `sleeps` are calls of a thread, which is `busy` outside of the latter
    /// two. The `life` of a task, a callback or a fetch has a `phase` of the fetch or a time in which the
    /// callback is `registered`. A `wake` lasts from the call of a waker to the next poll of its task.
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
        Registered { .. } => (&[], "", &["life", "registered"]),
        Called { .. } => (&["registered"], "call", &["call"]),
        Returned { .. } => (&["call"], "returns", &["registered"]),
        Removed { .. } | Dropped { .. } => (&["poll", "registered", "life"], "dropped", &[]),
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
