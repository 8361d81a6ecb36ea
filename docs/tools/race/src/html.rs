//! A race as one web page, which needs no network and no script: the [`lanes`] and the [`bars`] of each leg,
//! and the table of the terminal.

mod bars;
pub mod lanes;
mod scale;
mod style;

use anstream::adapter::strip_str;
use maud::html;
use workshop::page::document;

use self::style::{DARK, LANES, LIGHT};
use crate::results::Race;
use crate::table::table;

const STYLE: &str = include_str!("html/page.css");

/// The widths of the table, in columns: on most screens, and on narrow ones.
const WIDTHS: [(&str, usize); 2] = [("wide", 110), ("narrow", 44)];

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
