//! What the page's script knows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use trace::replay::{Replay, Task, shown};
use trace::words::{at, kept, path};
use trace::{Call, Entry, Event};

use super::clock::written;
use crate::recording::Scene;
use crate::sentence::in_file;

/// Writes what the script knows as JSON that may stand in a `<script>`.
pub fn json(scenes: &[Scene<'_>], source: impl Fn(&str) -> Option<String>) -> String {
    let places = scenes.iter().flat_map(|scene| scene.entries).flat_map(|entry| &entry.calls);
    let files: BTreeSet<_> = places.map(|place| &*place.file).collect();
    let sources: BTreeMap<_, _> = files.into_iter().filter_map(|file| Some((file, source(file)?))).collect();
    let scenes: Vec<_> = scenes.iter().map(of_scene).collect();
    // `</script>` would end the script, and `<!--` would hide its end.
    json!({ "scenes": scenes, "sources": sources }).to_string().replace('<', "\\u003c")
}

fn of_scene(scene: &Scene<'_>) -> Value {
    // The same calls lead to many entries. They are written once, and the others name the first entry.
    let (mut firsts, mut replay) = (BTreeMap::new(), Replay::default());
    let entries = scene.entries.iter().enumerate().map(|(index, entry)| {
        replay.apply(entry);
        // The call that is open at first.
        let open = entry.calls.iter().position(|place| Some(place) == shown(&entry.calls));
        let call = |place: &Call| json!({
            "function": place.function, "short": place.short(), "file": place.file, "line": place.line,
        });
        let calls: Vec<_> = entry.calls.iter().map(call).collect();
        let first = *firsts.entry(json!(calls).to_string()).or_insert(index);
        json!({
            "x": scene.x[index], "time": written(scene.time(index)), "lane": scene.lanes.focus(entry),
            "calls": first, "places": if first == index { calls } else { Vec::new() }, "open": open.unwrap_or(0),
            "sentence": scene.sentences[index], "ready": ready(&replay), "waiting": waiting(&replay),
        })
    });
    let entries: Vec<_> = entries.collect();
    let labels: Vec<_> = scene.lanes.0.iter().map(|(_, label)| label).collect();
    let has_tasks = scene.entries.iter().any(|entry| matches!(entry.event, Event::Polled { .. }));
    json!({ "entries": entries, "lanes": labels, "hasTasks": has_tasks })
}

/// Returns the ready queue, the next task first.
fn ready(replay: &Replay) -> Vec<String> {
    let queued = |task: &u64| match replay.tasks.get(task).and_then(|task| task.outer) {
        Some(outer) => format!("{}, in the list of {}", replay.name(*task), replay.name(outer)),
        None => replay.name(*task),
    };
    replay.ready.iter().map(queued).collect()
}

/// Returns the tasks, threads and callbacks that wait, each with what it waits for.
fn waiting(replay: &Replay) -> Vec<(String, Vec<String>)> {
    let waits = |(number, task): (&u64, &Task)| {
        let mut waits: Vec<_> = task.waits.iter().map(|wait| kept(wait, in_file)).collect();
        waits.dedup();
        (replay.name(*number), waits)
    };
    let tasks = replay.tasks.iter().filter(|(_, task)| task.is_waiting()).map(waits);
    let since = |(name, since): (String, &Entry)| {
        let url = since.url.as_deref().map(|url| format!(", of `{}`", path(url))).unwrap_or_default();
        (name, vec![format!("for {}{url}{}", since.event.awaited(), at(shown(&since.calls)))])
    };
    let threads = replay.blocked.iter().map(|(name, wait)| since((name.clone(), wait)));
    let callbacks = replay.callbacks.iter().map(|(number, wait)| since((format!("callback {number}"), wait)));
    tasks.chain(threads).chain(callbacks).collect()
}
