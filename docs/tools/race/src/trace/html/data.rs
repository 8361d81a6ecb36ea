//! What the page's script knows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::clock::{Clock, time, written};
use super::lanes::Lanes;
use crate::trace::scene::Scene;

/// Writes what the script knows as JSON that may stand in a `<script>`.
pub fn json(scenes: &[(&Scene, Lanes)], clock: &Clock, sources: &BTreeMap<String, String>) -> String {
    let of_scene = |(scene, lanes): &(&Scene, Lanes)| -> Value {
        // The same calls lead to many entries. They are written once, and the others name the first entry.
        let mut firsts = BTreeMap::new();
        let entries = scene.entries.iter().zip(&scene.moments).enumerate().map(|(index, (entry, moment))| {
            let first = *firsts.entry(json!(entry.places).to_string()).or_insert(index);
            json!({
                "x": clock.x(scene, index), "time": written(time(scene, index), 2), "lane": lanes.focus(entry),
                "calls": first, "places": if first == index { &entry.places[..] } else { &[] },
                "sentence": moment.sentence, "ready": moment.ready, "waiting": moment.waiting,
            })
        });
        let entries: Vec<_> = entries.collect();
        json!({ "entries": entries, "lanes": lanes.0.iter().map(|(_, label)| label).collect::<Vec<_>>() })
    };
    let scenes: Vec<_> = scenes.iter().map(of_scene).collect();
    // `</script>` would end the script, and `<!--` would hide its end.
    json!({ "scenes": scenes, "sources": sources }).to_string().replace('<', "\\u003c")
}
