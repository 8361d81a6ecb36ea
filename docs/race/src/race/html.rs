//! A race as one web page: it needs no network, and no eye for colours.
//!
//! [`leg`] shows one leg: the requests of all contestants on one time axis ([`lanes`]), and what each contestant cost
//! ([`bars`]). [`growth`] shows how the costs grow from leg to leg, in [`plot`]s. [`picture`] is no page, but a picture
//! of the lanes alone.

mod bars;
mod growth;
mod lanes;
mod leg;
pub mod picture;
mod plot;
mod scale;
mod view;
mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::view::View;
use self::words::things;
use super::results::Race;

/// The colours, in light and in dark.
const LIGHT: &str = include_str!("html/light.css");
const DARK: &str = include_str!("html/dark.css");

/// How the lanes look, and all else on the page, on paper too.
const LANES: &str = include_str!("html/lanes.css");
const STYLE: &str = include_str!("html/page.css");

/// What the page may do: nothing but show what it brings along.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'none'; base-uri 'none'; form-action 'none'";

/// The page for `race`.
pub fn page(race: &Race) -> String {
    let view = View::new(race);
    let title = format!("A race: {}", race.course);
    let style = format!(
        ":root {{ color-scheme: light dark;\n{LIGHT}}}\n\
         @media (prefers-color-scheme: dark) {{ :root {{\n{DARK}}} }}\n{LANES}{STYLE}"
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                a.skip href="#results" { "Skip to the results" }
                header { (header(race, &title)) }
                main id="results" tabindex="-1" {
                    @if race.legs.len() > 1 { (growth::growth(&view)) }
                    @for (index, leg) in race.legs.iter().enumerate() { (leg::leg(&view, index, leg)) }
                    @if race.legs.is_empty() { p { "No leg was run." } }
                }
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
