//! Scenes as one web page, which needs no network: a picture of what ran, and a script that steps through it.

mod clock;
mod data;
mod lanes;
mod parts;
mod picture;

use std::collections::BTreeMap;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::clock::{Clock, time, written};
use self::lanes::Lanes;
use super::scene::Scene;

/// Returns the page that replays `scenes`. `sources` has the files that their entries name, by path.
pub fn page(scenes: &[Scene], sources: &BTreeMap<String, String>) -> String {
    let title = scenes.iter().map(|scene| scene.title.as_str()).collect::<Vec<_>>().join(", ");
    let clock = Clock::new(scenes);
    let scenes: Vec<_> = scenes.iter().map(|scene| (scene, Lanes::new(scene))).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "What runs: " (title) }
                style { (PreEscaped(include_str!("html/trace.css"))) }
            }
            body {
                h1 { "What runs: " (title) }
                div id="player" {}
                div id="replay" {
                    main {
                        div.scroll id="picture" tabindex="0" role="region" aria-label="Picture" {
                            div id="stage" {
                                @for (scene, lanes) in &scenes {
                                    section.scene {
                                        h2 { button type="button" disabled { (scene.title) } }
                                        (picture::picture(scene, lanes, &clock))
                                    }
                                }
                            }
                        }
                        (PreEscaped(include_str!("html/legend.html")))
                    }
                    div id="details" {}
                }
                h2 { "All that happens" }
                @for (scene, _) in &scenes { (sentences(scene)) }
                script type="application/json" id="data" { (PreEscaped(data::json(&scenes, &clock, sources))) }
                script { (PreEscaped(include_str!("html/trace.js"))) }
            }
        }
    };
    page.into_string()
}

/// Lists what happens in a scene.
fn sentences(scene: &Scene) -> Markup {
    let told = scene.moments.iter().enumerate().filter(|(_, moment)| !moment.sentence.is_empty());
    html! {
        h3 { (scene.title) }
        ol.sentences.scroll tabindex="0" role="region" aria-label=(scene.title) {
            @for (index, moment) in told {
                li data-entry=(index) { span.time { (written(time(scene, index), 2)) } " " (prose(&moment.sentence)) }
            }
        }
    }
}

/// Returns a text with its code marked.
fn prose(text: &str) -> Markup {
    html! { @for (index, part) in text.split('`').enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } } }
}
