//! What stands in the lanes: [`Part`]s, which last, and the arrows between them.

use common::trace::{Entry, Event, Event::*};

use super::lanes::{Lane, Lanes, path};
use crate::trace::scene::Scene;

/// What lasts from one entry to another.
pub struct Part {
    pub lane: usize,
    pub from: usize,
    pub to: usize,
    pub class: &'static str,
}

/// Returns what ends with an event, its class, what begins, and the number of their task, callback or lane.
fn turn(event: &Event, lane: u64) -> (&'static str, &'static str, &'static str, u64) {
    match *event {
        Polled { task } => ("", "", "poll", task),
        Pending { task } => ("poll", "pending", "", task),
        Ready { task } => ("poll", "ready", "", task),
        Panicked { task } => ("poll", "panicked", "", task),
        Registered { callback } => ("", "", "registered", callback),
        Called { callback } => ("registered", "registered", "call", callback),
        Returned { callback } => ("call", "call", "registered", callback),
        Removed { callback } => ("registered", "registered", "", callback),
        Entered { .. } => ("phase", "phase", "phase", lane),
        Done { .. } => ("phase", "phase", "", lane),
        Blocked { .. } => ("busy", "busy", "blocked", lane),
        Unblocked => ("blocked", "blocked", "busy", lane),
        Parked { .. } => ("busy", "busy", "sleeps", lane),
        Unparked => ("sleeps", "sleeps", "busy", lane),
        _ => ("", "", "", lane),
    }
}

/// Finds the parts of a scene.
pub fn parts(scene: &Scene, lanes: &Lanes) -> Vec<Part> {
    let (mut open, mut parts) = (Vec::new(), Vec::new());
    for (index, entry) in scene.entries.iter().enumerate() {
        let Some(lane) = lanes.focus(entry) else { continue };
        let runs = matches!(lanes.0[lane].0, Lane::Thread(_) | Lane::Loop(_));
        if runs && open.iter().all(|(_, other, _)| *other != lane) {
            open.push((("busy", lane as u64), lane, index));
        }
        let (ends, class, begins, number) = turn(&entry.event, lane as u64);
        if let Some(place) = open.iter().rposition(|(key, ..)| *key == (ends, number)) {
            let (_, lane, from) = open.remove(place);
            parts.push(Part { lane, from, to: index, class });
        }
        // A callback of the whole crawl waits in no fetch's lane.
        if !(begins.is_empty() || runs && begins == "registered") {
            open.push(((begins, number), lane, index));
        }
    }
    let last = scene.entries.len().saturating_sub(1);
    // The last event of a thread is the last that is known of it.
    let of_thread = |lane| scene.entries.iter().rposition(|entry| lanes.focus(entry) == Some(lane));
    let end = |class, lane: usize| match lanes.0[lane].0 {
        Lane::Thread(_) if class == "busy" => of_thread(lane).unwrap_or(last),
        _ => last,
    };
    parts.extend(open.into_iter().map(|((class, _), lane, from)| Part {
        lane,
        from,
        to: end(class, lane),
        class,
    }));
    parts
}

/// Returns what a part is called, the longest words first.
pub fn words(scene: &Scene, part: &Part) -> Vec<String> {
    let entry = &scene.entries[part.from];
    let url = entry.url.as_deref().map_or("", path);
    match &entry.event {
        Entered { phase, .. } => vec![format!("{phase} {url}"), phase.to_string()],
        Blocked { on } => vec![format!("blocked: waits for {on}"), format!("waits for {on}"), on.to_string()],
        _ => vec![part.class.to_owned()],
    }
}

/// Finds the wake-ups, each until the poll that follows, and the calls by a loop. First stands the lane of the cause.
pub fn arrows(scene: &Scene, lanes: &Lanes) -> Vec<(Option<usize>, Part)> {
    let arrow = |(from, entry): (usize, &Entry)| match entry.event {
        Woken { task, through, .. } => {
            let after = scene.entries[from..].iter().position(|entry| entry.event == Polled { task });
            let child = through.and_then(|child| lanes.of(&Lane::Task(child)));
            let class = if child.is_some() { "wake through" } else { "wake" };
            let lane = lanes.of(&Lane::Task(task))?;
            let part = Part { lane, from, to: from + after.unwrap_or(0), class };
            Some((child.or_else(|| lanes.context(entry)), part))
        }
        Called { .. } => {
            let lane = lanes.context(entry)?;
            Some((
                lanes.of(&Lane::Loop(entry.thread.to_string())),
                Part { lane, from, to: from, class: "wake" },
            ))
        }
        _ => None,
    };
    scene.entries.iter().enumerate().filter_map(arrow).collect()
}
