//! The requests of the contestants as the site saw them: a lane for each, on one time axis.

use maud::{Markup, html};

use crate::results::{Entry, Leg, Race};
use crate::table::milliseconds;

/// The colours, in light and in dark, and the style.
const LIGHT: &str = include_str!("lanes/light.css");
const DARK: &str = include_str!("lanes/dark.css");
const LANES: &str = include_str!("lanes/lanes.css");

/// The number of hues in the style.
const HUES: usize = 8;

/// The picture's width, and where the lanes begin, in pixels. The times stand before the lanes: a narrow screen shows that part.
const WIDTH: f64 = 800.0;
const LEFT: f64 = 210.0;
const MARGIN: f64 = 16.0;

/// The height of the words above the lanes, of a contestant's lanes, and of the gap below them.
const HEAD: f64 = 66.0;
const HIGH: f64 = 50.0;
const GAP: f64 = 14.0;

/// The parts of a lane. What is short lies above what is long.
const PARTS: [(usize, &str); 4] = [(3, "close"), (0, "connect"), (1, "wait"), (2, "body")];

/// Draws the race's first leg as a file that needs nothing else, in light colours and in dark ones.
pub fn files(race: &Race) -> [String; 2] {
    [LIGHT, DARK].map(|colours| {
        let picture = race.legs.first().map(|leg| picture(leg, &race.about)).unwrap_or_default();
        let style = format!("<style>:root {{\n{colours}}}\n{LANES}</style>");
        picture.into_string().replacen("</title>", &format!("</title>{style}"), 1)
    })
}

/// Draws the lanes of every contestant of a leg.
fn picture(leg: &Leg, title: &str) -> Markup {
    let times = leg.entries.iter().flat_map(|entry| entry.lanes.iter().flatten().flatten());
    let end = leg.entries.iter().map(Entry::wall_ms).chain(times.copied()).fold(1.0, f64::max);
    let bottom = HEAD + leg.entries.len() as f64 * (HIGH + GAP);
    let (height, wide) = (bottom + 30.0, WIDTH - LEFT - MARGIN);
    html! {
        svg.race xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height)
            viewBox=(format!("0 0 {WIDTH} {height}")) role="img" {
            title { (title) }
            rect.paper width="100%" height="100%" rx="8" {}
            text.title x=(MARGIN) y="30" { (title) }
            text.about x=(MARGIN) y="51" { (leg.name) ". Each line is a request, from its connection to its end." }
            @for (index, entry) in leg.entries.iter().enumerate() {
                @let top = HEAD + index as f64 * (HIGH + GAP);
                svg.(format!("c{}", index % HUES)) y=(top) width=(WIDTH) height=(HIGH) {
                    text.name x=(MARGIN) y="22" { (entry.contestant) }
                    text.wall x=(LEFT - MARGIN) y="22" text-anchor="end" { (milliseconds(entry.wall_ms())) }
                    text.about x=(MARGIN) y="39" { (entry.stage) }
                    rect.band x=(LEFT) width=(wide) height=(HIGH) {}
                    svg x=(LEFT) width=(wide) height=(HIGH) { (lanes(entry, end)) }
                }
            }
            svg x=(LEFT) y=(HEAD) width=(wide) {
                (time_axis(end, bottom - HEAD))
            }
        }
    }
}

/// Draws the lanes of a contestant as large as what surrounds them, on a time axis that ends at `end`.
///
/// A lane is a line: one path for all lines of a kind keeps the picture small.
fn lanes(entry: &Entry, end: f64) -> Markup {
    let mut paths: [String; 4] = Default::default();
    for (row, times) in entry.lanes.iter().enumerate() {
        for (part, path) in paths.iter_mut().enumerate() {
            let Some(start) = times[part] else { continue };
            let until = times[part + 1..].iter().flatten().next().copied().unwrap_or(end);
            // So long that it can be seen.
            let length = (until - start).max(end / 500.0);
            let start = start.min(end - length).max(0.0);
            *path += &format!("M{} {row}.5h{}", short(start), short(length));
        }
    }
    let view_box = format!("0 0 {} {}", short(end), entry.lanes.len().max(1));
    html! {
        svg.stretched width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
            @for (part, class) in PARTS {
                @if !paths[part].is_empty() { path.(class) d=(paths[part]) {} }
            }
        }
    }
}

/// Draws a time axis: lines from the top to `bottom` at round times, and the times below them.
fn time_axis(end: f64, bottom: f64) -> Markup {
    let magnitude = 10_f64.powf((end / 5.0).log10().floor());
    let mut steps = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * magnitude);
    let step = steps.find(|step| step * 5.0 >= end * 0.999).unwrap_or(end);
    html! {
        @for tick in 0..=(end / step) as usize {
            @let time = tick as f64 * step;
            @let anchor = if tick == 0 { "start" } else if time > end * 0.94 { "end" } else { "middle" };
            @let x = format!("{}%", short(time / end * 100.0));
            line.grid x1=(x) x2=(x) y1="0" y2=(bottom) {}
            text.word x=(x) y=(bottom + 16.0) text-anchor=(anchor) { (milliseconds(time)) }
        }
    }
}

/// Rounds a coordinate, which keeps the picture small.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
