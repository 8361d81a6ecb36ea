//! What the page's script knows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::clock::{Clock, written};
use crate::trace::scene::Scene;
use common::trace::replay::shown;
use common::trace::{Event, Place};

/// Writes what the script knows as JSON that may stand in a `<script>`.
pub fn json(scenes: &[Scene<'_>], clock: &Clock, sources: &BTreeMap<String, String>) -> String {
    let scenes: Vec<_> = scenes.iter().map(|scene| of_scene(scene, clock)).collect();
    // `</script>` would end the script, and `<!--` would hide its end.
    json!({ "scenes": scenes, "sources": sources }).to_string().replace('<', "\\u003c")
}

fn of_scene(scene: &Scene<'_>, clock: &Clock) -> Value {
    // The same calls lead to many entries. They are written once, and the others name the first entry.
    let mut firsts = BTreeMap::new();
    let entries = scene.entries.iter().zip(&scene.moments).enumerate().map(|(index, (entry, moment))| {
        let own: Vec<&Place> = entry.places.iter().filter(|place| !place.file.is_empty()).collect();
        let first = *firsts.entry(json!(own).to_string()).or_insert(index);
        // The call that is open at first.
        let open = own.iter().position(|place| Some(*place) == shown(&entry.places));
        json!({
            "x": clock.x(scene, index), "time": written(scene.time(index)), "lane": scene.lanes.focus(entry),
            "calls": first, "places": if first == index { own } else { Vec::new() }, "open": open.unwrap_or(0),
            "sentence": moment.sentence, "ready": moment.ready, "waiting": moment.waiting,
        })
    });
    let entries: Vec<_> = entries.collect();
    let labels: Vec<_> = scene.lanes.0.iter().map(|(_, label)| label).collect();
    let has_tasks = scene.entries.iter().any(|entry| matches!(entry.event, Event::Polled { .. }));
    json!({ "entries": entries, "lanes": labels, "hasTasks": has_tasks })
}
