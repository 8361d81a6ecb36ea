//! A race as one web page: it needs no network, and no eye for colours.
//!
//! [`leg`] shows one leg: [`bars`] and [`table`] what each contestant cost, [`pair`] two of them on one
//! time axis, [`alone`] each by itself, its connections ([`lanes`]) above requests and memory
//! ([`track`]). [`growth`] shows how the costs grow from leg to leg, in [`plot`]s.

mod alone;
mod bars;
mod growth;
mod lanes;
mod leg;
mod pair;
mod plot;
mod scale;
mod table;
mod track;
mod view;
mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::view::View;
use self::words::{things, time};
use super::results::Race;

/// How the page looks, in light, in dark and on paper.
const STYLE: &str = include_str!("html/page.css");

/// How another pair is chosen.
const SCRIPT: &str = include_str!("html/page.js");

/// What the page may do: nothing but what it brings along. No script but [`SCRIPT`] runs, whatever
/// the race's strings contain; after a change, the browser's console names the hash it wants.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'sha256-GzMsFAmCX+iZKcIbjsK0G3OiW63DzuTCTg3y/hlE7gI='; \
                      base-uri 'none'; form-action 'none'";

/// The page for `race`.
pub fn page(race: &Race) -> String {
    let view = View::new(race);
    let title = format!("A race: {}", race.course);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#results" { "Skip to the results" }
                svg.shapes width="0" height="0" aria-hidden="true" { defs { (stripes()) } }
                header { (header(race, &title)) }
                (contents(race))
                main id="results" tabindex="-1" {
                    @if race.legs.len() > 1 { (growth::growth(&view)) }
                    @for (index, leg) in race.legs.iter().enumerate() { (leg::leg(&view, index, leg)) }
                    @if race.legs.is_empty() { p { "No leg was run." } }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn header(race: &Race, title: &str) -> Markup {
    let machine = &race.machine;
    let fields =
        [&machine.system, &machine.architecture].into_iter().filter(|field| !field.is_empty()).cloned();
    let fields: Vec<String> = fields
        .chain([things(machine.cores, "core", "cores"), things(race.rounds, "round", "rounds")])
        .collect();
    html! {
        h1 { (title) }
        p.lead { (race.about) }
        p.about { (fields.join(", ")) }
    }
}

/// Links to the legs, where there are several.
fn contents(race: &Race) -> Markup {
    html! {
        @if race.legs.len() > 1 {
            nav aria-label="Legs" { ul {
                li { a href="#growth" { "From leg to leg" } }
                @for (index, leg) in race.legs.iter().enumerate() {
                    @let best = leg.best_ms().map(|best| format!(", best {}", time(best)));
                    li { a href=(format!("#{}", leg::id(index))) { (leg.name) } (best.unwrap_or_default()) }
                }
            } }
        }
    }
}

/// What tells the second part of a bar from the first.
fn stripes() -> Markup {
    html! {
        pattern id="stripes" width="6" height="6"
            patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
            rect.stripe width="3" height="6" {}
        }
    }
}
