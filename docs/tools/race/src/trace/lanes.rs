//! The lanes of a trace: its tasks, its threads or its fetches, and its event loop.

use common::trace::replay::Replay;
use common::trace::words::path;
use common::trace::{Entry, Event, Event::*};

use super::spans::Span;

/// The label of the lane of an event loop.
pub const LOOP: &str = "event loop";

/// The lanes, from the top on: what each is about, such as `task 1`, `fetch URL` or a thread, and its label.
pub struct Lanes(pub Vec<(String, String)>);

impl Lanes {
    /// Finds the lanes of a trace, in the order in which they first appear. That of the thread of the loop comes last.
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

    /// Returns the lane that an entry is about. What has calls of its own is about the lane in which it happened.
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
