//! The lanes of a trace: its tasks, its threads or its fetches, and its event loop.

use common::trace::replay::Replay;
use common::trace::words::path;
use common::trace::{Entry, Event, Event::*};

use super::spans::Span;

#[derive(PartialEq)]
pub enum Lane {
    Task(u64),
    Thread(String),
    /// All that is done for a URL.
    Fetch(String),
    /// The event loop of a thread.
    Loop(String),
}

/// The lanes with their labels, from the top on.
pub struct Lanes(pub Vec<(Lane, String)>);

impl Lanes {
    /// Finds the lanes of a trace, in the order in which they first appear. The loop comes last.
    pub fn new(entries: &[Entry]) -> Self {
        let has = |is: fn(&Event) -> bool| entries.iter().any(|entry| is(&entry.event));
        let has_tasks = has(|event| matches!(event, Polled { .. }));
        let has_callbacks = has(|event| matches!(event, Called { .. }));
        let (mut lanes, names) = (Self(Vec::new()), Replay::after(entries));
        for Entry { event, thread, url, .. } in entries {
            let lane = match (event, url) {
                (Made { task, .. } | Polled { task }, _) => (Lane::Task(*task), names.name(*task)),
                (Started | Called { .. }, Some(url)) if !has_tasks && has_callbacks => {
                    (Lane::Fetch(url.clone()), path(url).to_owned())
                }
                // Beside an event loop, only a thread that blocks has a lane.
                (event, _) if (has_tasks || has_callbacks) && !matches!(event, Blocked { .. }) => continue,
                _ => (Lane::Thread(thread.to_string()), thread.to_string()),
            };
            if lanes.of(&lane.0).is_none() {
                lanes.0.push(lane);
            }
        }
        let parked = entries.iter().find(|entry| matches!(entry.event, Parked { .. }));
        lanes.0.extend(parked.map(|parked| (Lane::Loop(parked.thread.to_string()), "event loop".to_owned())));
        lanes
    }

    /// Returns the place of a lane.
    pub fn of(&self, lane: &Lane) -> Option<usize> {
        self.0.iter().position(|(ours, _)| ours == lane)
    }

    /// Returns the lane of a thread, or of its event loop.
    pub fn thread(&self, entry: &Entry) -> Option<usize> {
        let of = |lane: fn(String) -> Lane| self.of(&lane(entry.thread.to_string()));
        of(Lane::Thread).or_else(|| of(Lane::Loop))
    }

    /// Returns the lane in which an entry happened. A thread beside the event loop has none.
    pub fn context(&self, entry: &Entry) -> Option<usize> {
        let task = entry.polling.and_then(|task| self.of(&Lane::Task(task)));
        // When a loop parks, the URL is still that of the call before.
        let url = entry.url.clone().filter(|_| !matches!(entry.event, Parked { .. } | Unparked));
        task.or_else(|| self.of(&Lane::Fetch(url?))).or_else(|| self.thread(entry))
    }

    /// Returns the lane that an entry is about. What has calls of its own is about the lane in which it happened.
    pub fn focus(&self, entry: &Entry) -> Option<usize> {
        match &entry.event {
            Made { .. } | Cloned { .. } | Woken { .. } => self.context(entry),
            event => event.task().map_or_else(|| self.context(entry), |task| self.of(&Lane::Task(task))),
        }
    }

    /// Returns the lane of a span that begins with this entry.
    pub fn holds(&self, span: &Span, first: &Entry) -> Option<usize> {
        match (&first.event, span.kind) {
            // It is an arrow between lanes.
            (_, "wake") => None,
            (_, "busy" | "blocked" | "sleeps") => self.thread(first),
            (Made { task, .. }, _) => self.of(&Lane::Task(*task)),
            // A callback of the whole crawl waits in no fetch's lane.
            _ => self.focus(first).filter(|lane| {
                matches!(self.0[*lane].0, Lane::Task(_) | Lane::Fetch(_)) || span.kind == "phase"
            }),
        }
    }
}
