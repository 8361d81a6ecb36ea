//! The connections of a contestant, a row for each, as the site logged them.

use maud::{Markup, html};

use super::scale::shown;
use super::words::{brief, count, known, moment, short};
use crate::race::results::{Lane, Trace};

/// As many rows as one can tell from each other, and as many as one reads.
const DRAWN: usize = 200;
const LISTED: usize = 40;

/// How high all rows together may be, and one of them at most, in CSS pixels.
const HEIGHT: f64 = 320.0;
const ROW: f64 = 16.0;

/// The parts of a connection, each with its class, its name and when it is.
pub const PARTS: [(&str, &str, &str); 4] = [
    ("connect", "connect", "connected, the request not yet read"),
    ("wait", "wait", "the site waits before it answers"),
    ("body", "body", "from the first byte of the answer to the last"),
    ("close", "close", "answered, not yet closed"),
];

/// The times between them.
const TIMES: [&str; 5] = ["connected", "asked", "first byte", "answered", "closed"];

/// At most so many of them, evenly chosen.
fn chosen(lanes: &[Lane], most: usize) -> Vec<&Lane> {
    let number = lanes.len().min(most);
    (0..number).map(|index| &lanes[index * lanes.len() / number]).collect()
}

/// How many rows the picture has, and its height in CSS pixels.
pub fn size(trace: &Trace) -> (usize, f64) {
    let rows = trace.lanes.len().clamp(1, DRAWN);
    (rows, (rows as f64 * ROW).min(HEIGHT))
}

/// How many are drawn of how many there were.
pub fn drawn(trace: &Trace) -> String {
    let (drawn, all) = (trace.lanes.len().min(DRAWN), trace.connections.max(trace.lanes.len()));
    if drawn == all { count(all) } else { format!("{} of {}, evenly chosen", count(drawn), count(all)) }
}

/// The rows, in milliseconds from left to right and one unit high each.
///
/// A row is a line: one path for all lines of a kind keeps the page small.
pub fn rows(trace: &Trace, end: f64) -> Markup {
    let mut paths: [String; 4] = Default::default();
    for (row, lane) in chosen(&trace.lanes, DRAWN).into_iter().enumerate() {
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

/// A line, so long that one sees it.
fn line(row: usize, start: f64, until: f64, end: f64) -> String {
    let decimals = (3.0 - end.log10()).clamp(0.0, 6.0) as usize;
    let length = (until - start).max(end / 500.0);
    let start = start.min(end - length).max(0.0);
    format!("M{} {row}.5h{}", short(start, decimals), short(length, decimals + 1))
}

fn times(lane: &Lane) -> [Option<f64>; 5] {
    [Some(lane.accepted), lane.requested, lane.first_byte, lane.answered, lane.ended]
}

/// What the samples in the legend mean.
pub fn legend() -> Markup {
    html! {
        ul.legend {
            @for (class, name, meaning) in PARTS {
                li {
                    svg.sample width="36" height="14" viewBox="0 0 36 14" aria-hidden="true" {
                        svg viewBox="0 0 36 1" preserveAspectRatio="none" { path.(class) d="M0 .5h36" {} }
                    }
                    span { b { (name) } ": " (meaning) }
                }
            }
        }
    }
}

/// The same in words.
pub fn table(trace: &Trace, caption: &str) -> Markup {
    let listed = chosen(&trace.lanes, LISTED);
    let all = trace.connections.max(trace.lanes.len());
    html! {
        div.scroll role="region" aria-label=(caption) tabindex="0" {
            table {
                caption {
                    (caption) ", in milliseconds"
                    @if listed.len() < all {
                        "; " (count(listed.len())) " of " (count(all)) ", evenly chosen"
                    }
                }
                thead { tr {
                    th scope="col" { "request" }
                    @for time in TIMES { th.n scope="col" { (time) } }
                } }
                tbody {
                    @for lane in listed {
                        tr {
                            th scope="row" { @match &lane.path {
                                Some(path) => code { (brief(path, 60)) },
                                None => "none",
                            } }
                            @for time in times(lane) { td.n { (known(time, moment)) } }
                        }
                    }
                }
            }
        }
    }
}
