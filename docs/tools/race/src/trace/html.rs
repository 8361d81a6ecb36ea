//! Scenes as one web page, which needs no network: a picture of what ran, and a script that steps through it.

mod clock;
mod data;
mod picture;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use maud::{Markup, PreEscaped, html};
use workshop::page::document;
use workshop::root::{find, read};

use self::clock::{Clock, written};
use super::run::Run;
use super::scene::Scene;

/// Returns the files that the entries of some runs name, by path.
pub(super) fn sources(runs: &[Run]) -> io::Result<BTreeMap<String, String>> {
    let root = find()?;
    let places = runs.iter().flat_map(|run| run.shown().0).flat_map(|entry| &entry.places);
    let files: BTreeSet<_> = places.map(|place| &place.file).filter(|file| !file.is_empty()).collect();
    // A trace may be older than the workspace: a file that is gone is not shown.
    let source = |file: &String| Some((file.clone(), read(&root.join(file)).ok()?));
    Ok(files.into_iter().filter_map(source).collect())
}

/// Returns the page that replays some runs. `sources` has the files that their entries name, by path.
pub fn page(runs: &[Run], sources: &BTreeMap<String, String>) -> String {
    let names: Vec<_> = runs.iter().map(|run| run.name.as_str()).collect();
    let title = format!("What runs: {}", names.join(", "));
    let mut scenes: Vec<_> = runs.iter().map(Scene::new).collect();
    let clock = Clock::new(&mut scenes);
    let body = html! {
        h1 { (title) }
        div id="player" {}
        div id="replay" {
            main {
                div.scroll id="picture" tabindex="0" role="region" aria-label="Picture" {
                    div id="stage" {
                        @for scene in &scenes {
                            section.scene {
                                h2 { button type="button" disabled { (scene.title) } }
                                (picture::picture(scene, &clock))
                            }
                        }
                    }
                }
                (PreEscaped(include_str!("html/legend.html")))
            }
            div id="details" {}
        }
        h2 { "All that happens" }
        @for scene in &scenes { (sentences(scene)) }
        script type="application/json" id="data" { (PreEscaped(data::json(&scenes, sources))) }
        script { (PreEscaped(include_str!("html/trace.js"))) }
    };
    document(&title, include_str!("html/trace.css"), body)
}

/// Lists what happens in a scene.
fn sentences(scene: &Scene<'_>) -> Markup {
    html! {
        h3 { (scene.title) }
        ol.sentences.scroll tabindex="0" role="region" aria-label=(scene.title) {
            @for (index, sentence) in scene.sentences.iter().enumerate() {
                @if let Some(sentence) = sentence {
                    li data-entry=(index) { span.time { (written(scene.time(index))) } " " (prose(sentence)) }
                }
            }
        }
        @if let Some(cut) = &scene.cut { p.note { (cut) } }
    }
}

/// Returns a text with its code marked.
fn prose(text: &str) -> Markup {
    html! { @for (index, part) in text.split('`').enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } } }
}
