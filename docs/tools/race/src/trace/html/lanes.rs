//! The lanes of a scene: its tasks, its threads or its fetches, and its event loop.

use common::trace::{Entry, Event, Event::*};

use crate::trace::scene::Scene;

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
    /// Finds the lanes of a scene, in the order in which they first appear. The loop comes last.
    pub fn new(scene: &Scene) -> Self {
        let has = |is: fn(&Event) -> bool| scene.entries.iter().any(|entry| is(&entry.event));
        let has_tasks = has(|event| matches!(event, Polled { .. }));
        let has_callbacks = has(|event| matches!(event, Called { .. }));
        let mut lanes = Self(Vec::new());
        for Entry { event, thread, url, .. } in &scene.entries {
            let lane = match (event, url) {
                (Made { task, name }, _) if name == "main" => (Lane::Task(*task), name.to_string()),
                (Made { task, name }, _) => (Lane::Task(*task), format!("{name} {task}")),
                (Polled { task }, _) => (Lane::Task(*task), format!("task {task}")),
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
        let parked = scene.entries.iter().find(|entry| matches!(entry.event, Parked { .. }));
        lanes.0.extend(parked.map(|parked| (Lane::Loop(parked.thread.to_string()), "event loop".to_owned())));
        lanes
    }

    /// Returns the place of a lane.
    pub fn of(&self, lane: &Lane) -> Option<usize> {
        self.0.iter().position(|(ours, _)| ours == lane)
    }

    /// Returns the lane in which an entry happened. A thread beside the event loop has none.
    pub fn context(&self, entry: &Entry) -> Option<usize> {
        let task = entry.polling.and_then(|task| self.of(&Lane::Task(task)));
        // When a loop parks, the URL is still that of the call before.
        let url = entry.url.clone().filter(|_| !matches!(entry.event, Parked { .. } | Unparked));
        let fetch = || self.of(&Lane::Fetch(url?));
        let thread = |lane: fn(String) -> Lane| self.of(&lane(entry.thread.to_string()));
        task.or_else(fetch).or_else(|| thread(Lane::Thread)).or_else(|| thread(Lane::Loop))
    }

    /// Returns the lane that an entry is about. What has calls of its own is about the lane in which it happened.
    pub fn focus(&self, entry: &Entry) -> Option<usize> {
        match entry.event {
            Polled { task } | Pending { task } | Ready { task } => self.of(&Lane::Task(task)),
            Panicked { task } | Dropped { task } | Released { task } => self.of(&Lane::Task(task)),
            _ => self.context(entry),
        }
    }
}

/// Returns a URL without its scheme and host.
pub fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or(url, |slash| &rest[slash..])
}
