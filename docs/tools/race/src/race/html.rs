//! A race as one web page, which needs no network and no script: the [`lanes`] and the [`bars`] of each leg, and the
//! table of the terminal.

mod bars;
pub mod lanes;
mod scale;

use anstream::adapter::strip_str;
use maud::html;
use workshop::page::document;

use super::contestant;
use super::results::Race;
use super::table::table;

/// The colours, in light and in dark.
const LIGHT: &str = include_str!("html/light.css");
const DARK: &str = include_str!("html/dark.css");

/// The style of the lanes, and of all else on the page.
const LANES: &str = include_str!("html/lanes.css");
const STYLE: &str = include_str!("html/page.css");

/// The widths of the table, in columns: on most screens, and on narrow ones.
const WIDTHS: [(&str, usize); 2] = [("wide", 110), ("narrow", 44)];

/// The number of hues in the style.
const HUES: usize = 8;

/// Returns the page for `race`.
pub fn page(race: &Race) -> String {
    let title = format!("A race: {}", race.course);
    let style = format!(
        ":root {{ color-scheme: light dark;\n{LIGHT}}}\n\
         @media (prefers-color-scheme: dark) {{ :root {{\n{DARK}}} }}\n{LANES}{STYLE}"
    );
    let body = html! {
        h1 { (title) }
        p { (race.about) }
        p.note {
            "A line is thin until the site has read the request, broad while the site waits, dark while it "
            "sends the answer, and a hair until the connection is closed. Of many requests, some are drawn, "
            "evenly chosen."
        }
        @for leg in &race.legs {
            h2 { (leg.name) }
            div.scroll tabindex="0" role="region" aria-label={ "Picture: " (leg.name) } { (lanes::picture(leg)) }
            (bars::bars(leg))
        }
        h2 { "In numbers" }
        @for (class, width) in WIDTHS { pre.(class) { (strip_str(&table(race, width))) } }
    };
    document(&title, &style, body)
}

/// Returns the class of a contestant's hue, which is the same in all pictures.
fn class(contestant: &str) -> String {
    let place = contestant::ALL.iter().position(|ours| ours.name == contestant);
    format!("c{}", place.unwrap_or(HUES - 1) % HUES)
}
