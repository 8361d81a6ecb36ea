//! The lanes of all contestants on one time axis, as a picture by itself: an SVG file that needs nothing else.

use maud::{Markup, PreEscaped, html};

use super::lanes::{end, last, stretched};
use super::scale::{time_lines, time_words};
use super::view::View;
use super::words::{brief, short, time};
use super::{DARK, LANES, LIGHT};
use crate::race::results::{Entry, Leg, Race};

/// The picture's width, and where the lanes begin, in pixels.
const WIDTH: f64 = 800.0;
const LEFT: f64 = 140.0;
const MARGIN: f64 = 16.0;

/// The height of the words above the lanes, of a contestant's lanes, and of the gap below them.
const HEAD: f64 = 66.0;
const HIGH: f64 = 50.0;
const GAP: f64 = 14.0;

/// Words need this share of the width beside the lanes.
const ROOM: f64 = 0.2;

const STYLE: &str = "\
text { font-family: system-ui, sans-serif; fill: var(--text); }
.title { font-size: 18px; font-weight: bold; } .name, .wall { font-size: 14px; font-weight: bold; }
.about { fill: var(--faint); font-size: 13px; } .paper { fill: var(--page); } .band { fill: var(--band); }
";

/// Draws the race's first leg, in light colours and in dark ones.
pub fn pictures(race: &Race) -> [String; 2] {
    [LIGHT, DARK].map(|colours| {
        let style = format!(":root {{\n{colours}}}\n{LANES}{STYLE}");
        race.legs.first().map(|leg| picture(&View::new(race), leg, &style).into_string()).unwrap_or_default()
    })
}

fn picture(view: &View<'_>, leg: &Leg, style: &str) -> Markup {
    let end = end(leg);
    let bottom = HEAD + leg.entries.len() as f64 * (HIGH + GAP);
    let (height, wide) = (bottom + 30.0, WIDTH - LEFT - MARGIN);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height)
            viewBox=(format!("0 0 {WIDTH} {height}")) role="img" {
            title { (leg.lesson()) }
            style { (PreEscaped(style)) }
            rect.paper width="100%" height="100%" rx="8" {}
            text.title x=(MARGIN) y="30" { (leg.lesson()) }
            text.about x=(MARGIN) y="51" { (leg.name) ". Each line is a request, from its connection to its end." }
            @for (index, entry) in leg.entries.iter().enumerate() {
                @let top = HEAD + index as f64 * (HIGH + GAP);
                svg.(view.class(&entry.contestant)) y=(top) width=(WIDTH) height=(HIGH) {
                    text.name x=(MARGIN) y="22" { (brief(&entry.contestant, 14)) }
                    text.about x=(MARGIN) y="39" { (brief(&entry.stage, 16)) }
                    svg x=(LEFT) width=(wide) height=(HIGH) { (lanes(entry, end)) }
                }
            }
            svg x=(LEFT) y=(bottom - GAP / 2.0) width=(wide) height="22" { (time_words(end)) }
        }
    }
}

/// The lanes of a contestant on an axis that ends at `end`, and its wall time where there is room.
fn lanes(entry: &Entry, end: f64) -> Markup {
    let share = last(entry) / end;
    html! {
        rect.band width="100%" height="100%" {}
        (time_lines(end, None))
        (stretched(entry, end))
        @if let Some(wall) = entry.wall_ms() {
            // The lanes of a contestant that takes long begin at the left and end at the right: above them is room.
            @if share > 1.0 - ROOM { text.wall x="99%" y="20" text-anchor="end" { (time(wall)) } }
            @else { text.wall x=(format!("{}%", short(share * 100.0 + 1.5, 1))) y="30" { (time(wall)) } }
        }
    }
}
