//! The requests of a contestant, a lane for each, as the site saw them.

use maud::{Markup, html};

use super::scale::shown;
use super::words::{count, known, short, time};
use crate::race::figures::AT_ONCE;
use crate::race::results::{Entry, Lane, Leg};

/// How high all lanes together may be, and one of them at most, in CSS pixels.
const HEIGHT: f64 = 320.0;
const ROW: f64 = 16.0;

/// The parts of a lane, each with its class and name, and with its meaning.
const PARTS: [(&str, &str); 4] = [
    ("connect", "connected, the request not yet read"),
    ("wait", "the site waits before it answers"),
    ("body", "from the first byte of the answer to the last"),
    ("close", "answered, not yet closed"),
];

/// Returns when the last thing happened that the lanes show, in milliseconds.
pub fn end(entry: &Entry) -> f64 {
    let times = entry.lanes.iter().flat_map(times).flatten();
    let last = times.chain(entry.wall_ms()).map(shown).fold(0.0, f64::max);
    if last > 0.0 { last } else { 1.0 }
}

/// Returns how many lanes the picture has, and its height in CSS pixels.
pub fn size(entry: &Entry) -> (usize, f64) {
    let rows = entry.lanes.len().max(1);
    (rows, (rows as f64 * ROW).min(HEIGHT))
}

/// Returns how many requests are drawn of how many there were.
pub fn drawn(entry: &Entry) -> String {
    let run = entry.median_run().map_or(0, |run| entry.runs[run].requests as usize);
    let (drawn, all) = (entry.lanes.len(), run.max(entry.lanes.len()));
    if drawn == all { count(all) } else { format!("{} of {}, evenly chosen", count(drawn), count(all)) }
}

/// Returns what the picture of its requests shows, in words.
pub fn described(leg: &Leg, entry: &Entry) -> String {
    format!(
        "{}: requests shown: {}; at once: {}; wall time: {}",
        entry.contestant,
        drawn(entry),
        known(AT_ONCE.of(leg, entry), |open| count(open as usize)),
        known(entry.wall_ms(), time),
    )
}

/// Draws the lanes, in milliseconds from left to right and one unit high each.
///
/// A lane is a line: one path for all lines of a kind keeps the page small.
pub fn rows(lanes: &[Lane], end: f64) -> Markup {
    let mut paths: [String; 4] = Default::default();
    for (row, lane) in lanes.iter().enumerate() {
        let times = times(lane).map(|time| time.map(shown));
        for (part, path) in paths.iter_mut().enumerate() {
            let Some(start) = times[part] else { continue };
            let until = times[part + 1..].iter().flatten().next().copied().unwrap_or(end);
            *path += &line(row, start, until, end);
        }
    }
    html! {
        // What is short lies above what is long.
        @for part in [3, 0, 1, 2] {
            @if !paths[part].is_empty() { path.(PARTS[part].0) d=(paths[part]) {} }
        }
    }
}

/// A line, so long that it can be seen.
fn line(row: usize, start: f64, until: f64, end: f64) -> String {
    let decimals = (3.0 - end.log10()).clamp(0.0, 6.0) as usize;
    let length = (until - start).max(end / 500.0);
    let start = start.min(end - length).max(0.0);
    format!("M{} {row}.5h{}", short(start, decimals), short(length, decimals + 1))
}

fn times(lane: &Lane) -> [Option<f64>; 5] {
    [Some(lane.accepted), lane.requested, lane.first_byte, lane.answered, lane.ended]
}

/// Explains the parts of a lane.
pub fn legend() -> Markup {
    html! {
        ul.legend {
            @for (class, meaning) in PARTS {
                li {
                    svg.sample width="36" height="14" viewBox="0 0 36 14" aria-hidden="true" {
                        svg viewBox="0 0 36 1" preserveAspectRatio="none" { path.(class) d="M0 .5h36" {} }
                    }
                    span { b { (class) } ": " (meaning) }
                }
            }
        }
    }
}
