//! Scenes as one web page, which needs no network: a picture of what ran, and a script that steps through it.

mod clock;
mod data;
mod picture;

use maud::{PreEscaped, html};
use workshop::diff::prose;
use workshop::page::document;

use self::clock::{Clock, written};
use super::recording::{Recording, Scene};

/// Returns the page that replays some runs. `source` returns a file that their entries name: a trace may be
/// older than the workspace, and a file that is gone is not shown.
pub fn page(runs: &[Recording], source: impl Fn(&str) -> Option<String>) -> String {
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
        @for scene in &scenes {
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
        script type="application/json" id="data" { (PreEscaped(data::json(&scenes, source))) }
        script { (PreEscaped(include_str!("html/trace.js"))) }
    };
    document(&title, include_str!("html/trace.css"), body)
}
