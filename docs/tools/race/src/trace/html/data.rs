//! What the page's script knows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::clock::written;
use crate::trace::scene::Scene;
use common::trace::Event;
use common::trace::replay::shown;

/// Writes what the script knows as JSON that may stand in a `<script>`.
pub fn json(scenes: &[Scene<'_>], sources: &BTreeMap<String, String>) -> String {
    let scenes: Vec<_> = scenes.iter().map(of_scene).collect();
    // `</script>` would end the script, and `<!--` would hide its end.
    json!({ "scenes": scenes, "sources": sources }).to_string().replace('<', "\\u003c")
}

fn of_scene(scene: &Scene<'_>) -> Value {
    // The same calls lead to many entries. They are written once, and the others name the first entry.
    let mut firsts = BTreeMap::new();
    let entries = scene.entries.iter().zip(&scene.moments).enumerate().map(|(index, (entry, moment))| {
        let own = entry.places.iter().filter(|place| !place.file.is_empty());
        // The call that is open at first.
        let open = own.clone().position(|place| Some(place) == shown(&entry.places));
        let calls: Vec<_> = own.map(|place| json!({ "function": place.function, "short": place.short(), "file": place.file, "line": place.line })).collect();
        let first = *firsts.entry(json!(calls).to_string()).or_insert(index);
        json!({
            "x": scene.x[index], "time": written(scene.time(index)), "lane": scene.lanes.focus(entry),
            "calls": first, "places": if first == index { calls } else { Vec::new() }, "open": open.unwrap_or(0),
            "sentence": moment.sentence, "ready": moment.ready, "waiting": moment.waiting,
        })
    });
    let entries: Vec<_> = entries.collect();
    let labels: Vec<_> = scene.lanes.0.iter().map(|(_, label)| label).collect();
    let has_tasks = scene.entries.iter().any(|entry| matches!(entry.event, Event::Polled { .. }));
    json!({ "entries": entries, "lanes": labels, "hasTasks": has_tasks })
}
