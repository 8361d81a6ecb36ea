//! The requests of the contestants as the site saw them: a lane for each, on one time axis.

use maud::{Markup, html};

use super::scale::{short, time_axis};
use super::style::{DARK, LANES, LIGHT, class};
use crate::columns::milliseconds;
use crate::lesson::lesson;
use crate::results::{Entry, Lane, Leg, Race};

/// The picture's width, and where the lanes begin, in pixels.
const WIDTH: f64 = 800.0;
const LEFT: f64 = 140.0;
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
        let picture = race.legs.first().map(picture).unwrap_or_default().into_string();
        let style = format!("<style>:root {{\n{colours}}}\n{LANES}</style>");
        picture.replacen("</title>", &format!("</title>{style}"), 1)
    })
}

/// Draws the lanes of every contestant of a leg.
pub fn picture(leg: &Leg) -> Markup {
    let end = leg.entries.iter().map(last).fold(1.0, f64::max);
    let bottom = HEAD + leg.entries.len() as f64 * (HIGH + GAP);
    let (height, wide) = (bottom + 30.0, WIDTH - LEFT - MARGIN);
    html! {
        svg.race xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height)
            viewBox=(format!("0 0 {WIDTH} {height}")) role="img" {
            title { (lesson(leg)) }
            rect.paper width="100%" height="100%" rx="8" {}
            text.title x=(MARGIN) y="30" { (lesson(leg)) }
            text.about x=(MARGIN) y="51" { (leg.name) ". Each line is a request, from its connection to its end." }
            @for (index, entry) in leg.entries.iter().enumerate() {
                @let top = HEAD + index as f64 * (HIGH + GAP);
                svg.(class(&entry.contestant)) y=(top) width=(WIDTH) height=(HIGH) {
                    text.name x=(MARGIN) y="22" { (entry.contestant) }
                    text.about x=(MARGIN) y="39" { (entry.stage) }
                    rect.band x=(LEFT) width=(wide) height=(HIGH) {}
                    svg x=(LEFT) width=(wide) height=(HIGH) { (lanes(entry, end)) }
                }
            }
            svg x=(LEFT) y=(HEAD) width=(wide) {
                (time_axis(end, bottom - HEAD))
                @for (index, entry) in leg.entries.iter().enumerate() {
                    text.wall x="99%" y=(20.0 + index as f64 * (HIGH + GAP)) text-anchor="end" {
                        (milliseconds(entry.wall_ms()))
                    }
                }
            }
        }
    }
}

/// Returns the end of a contestant's lanes, in milliseconds.
fn last(entry: &Entry) -> f64 {
    entry.lanes.iter().flat_map(times).flatten().fold(entry.wall_ms(), f64::max)
}

/// Draws the lanes of a contestant as large as what surrounds them, on a time axis that ends at `end`.
///
/// A lane is a line: one path for all lines of a kind keeps the picture small.
fn lanes(entry: &Entry, end: f64) -> Markup {
    let mut paths: [String; 4] = Default::default();
    for (row, lane) in entry.lanes.iter().enumerate() {
        let times = times(lane);
        for (part, path) in paths.iter_mut().enumerate() {
            let Some(start) = times[part] else { continue };
            let until = times[part + 1..].iter().flatten().next().copied().unwrap_or(end);
            *path += &line(row, start, until, end);
        }
    }
    let view_box = format!("0 0 {} {}", short(end, 3), entry.lanes.len().max(1));
    html! {
        svg.stretched width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
            @for (part, class) in PARTS {
                @if !paths[part].is_empty() { path.(class) d=(paths[part]) {} }
            }
        }
    }
}

/// Writes a line, so long that it can be seen.
fn line(row: usize, start: f64, until: f64, end: f64) -> String {
    let decimals = (3.0 - end.log10()).clamp(0.0, 6.0) as usize;
    let length = (until - start).max(end / 500.0);
    let start = start.min(end - length).max(0.0);
    format!("M{} {row}.5h{}", short(start, decimals), short(length, decimals + 1))
}

fn times(lane: &Lane) -> [Option<f64>; 5] {
    [Some(lane.accepted), lane.requested, lane.first_byte, lane.answered, lane.ended]
}
