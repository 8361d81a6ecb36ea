//! The runs as scenes of a page: with what each event means, and the state after it.

use std::collections::BTreeMap;
use std::io;

use ::race::trace::html;
use ::race::trace::scene::{Moment, Scene};
use common::trace::Entry;
use common::trace::replay::Replay;
use workshop::root::{find, read};

use super::run::Run;
use super::story::sentence;

/// Returns the page of all runs.
///
/// # Errors
/// If the workspace is not found.
pub fn page(runs: &[Run]) -> io::Result<String> {
    let root = find()?;
    let files =
        runs.iter().flat_map(|run| &run.entries).flat_map(|entry| &entry.places).map(|place| &place.file);
    let mut sources = BTreeMap::new();
    for file in files.filter(|file| !file.is_empty()) {
        // A trace may be older than the workspace: a file that is gone is not shown.
        if !sources.contains_key(file)
            && let Ok(text) = read(&root.join(file))
        {
            sources.insert(file.clone(), text);
        }
    }
    let scenes: Vec<_> = runs.iter().map(scene).collect();
    Ok(html::page(&scenes, &sources))
}

fn scene(run: &Run) -> Scene {
    let mut replay = Replay::default();
    let moments = run.entries.iter().map(|entry| moment(entry, &mut replay)).collect();
    Scene { title: run.name.clone(), entries: run.entries.clone(), moments }
}

fn moment(entry: &Entry, replay: &mut Replay) -> Moment {
    let sentence = sentence(entry, replay).unwrap_or_default();
    replay.apply(entry);
    let ready = replay.ready.iter().map(|task| replay.name(*task)).collect();
    let waiting = replay.tasks.iter().filter(|(_, task)| !task.waits.is_empty()).map(|(number, task)| {
        (replay.name(*number), task.waits.iter().map(|wait| wait.what.to_string()).collect())
    });
    let waiting = waiting.collect();
    Moment { sentence, ready, waiting }
}
