//! A race as one web page, which needs no network and no script: the [`lanes`] of each leg, and the table.

pub mod lanes;

use maud::html;
use workshop::page::document;

use self::lanes::{DARK, LANES, LIGHT};
use crate::results::Race;
use crate::table::table;

const STYLE: &str = include_str!("html/page.css");

/// Returns the page for `race`.
pub fn page(race: &Race) -> String {
    let style = format!(
        ":root {{ color-scheme: light dark;\n{LIGHT}}}\n\
         @media (prefers-color-scheme: dark) {{ :root {{\n{DARK}}} }}\n{LANES}{STYLE}"
    );
    let title = format!("A race: {}", race.course);
    let body = html! {
        h1 { (title) }
        p.note {
            "A line is thin until the site has read the request, broad while the site waits, dark while it "
            "sends the answer, and a hair until the connection is closed. Of many requests, some are drawn, "
            "evenly chosen."
        }
        @for leg in &race.legs {
            h2 { (leg.name) }
            div.scroll tabindex="0" role="region" aria-label={ "Picture: " (leg.name) } {
                (lanes::picture(leg, &race.about))
            }
        }
        h2 { "In numbers" }
        pre tabindex="0" { (table(race)) }
    };
    document(&title, &style, body)
}
