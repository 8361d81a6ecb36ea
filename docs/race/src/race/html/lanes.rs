//! The requests of the contestants, a lane for each, as the site saw them: all on one time axis.

use maud::{Markup, html};

use super::scale::{shown, time_lines, time_words};
use super::view::View;
use super::words::{count, known, ratio, short, time};
use crate::race::results::{Entry, Lane, Leg};

/// How high all lanes of a contestant may be, and one of them at most, in CSS pixels.
const HEIGHT: f64 = 200.0;
const LANE: f64 = 10.0;

/// The parts of a lane, each with its class and name, and with its meaning.
const PARTS: [(&str, &str); 4] = [
    ("connect", "connected, the request not yet read"),
    ("wait", "the site waits before it answers"),
    ("body", "from the first byte of the answer to the last"),
    ("close", "answered, not yet closed"),
];

/// Shows the lanes of every contestant of a leg.
pub fn lanes(view: &View<'_>, leg: &Leg) -> Markup {
    let end = end(leg);
    html! {
        (legend())
        @for entry in &leg.entries {
            figure.half.(view.class(&entry.contestant)) {
                @let caption = caption(leg, entry);
                figcaption { span.swatch aria-hidden="true" {} span.caption { (caption) } }
                svg.lanes role="img" aria-label=(caption) width="100%"
                    height=((entry.lanes.len() as f64 * LANE).clamp(LANE, HEIGHT)) {
                    (time_lines(end, leg.floor_ms))
                    (stretched(entry, end))
                }
            }
        }
        svg.axis width="100%" height="22" aria-hidden="true" { (time_words(end)) }
        @if let Some(floor) = leg.floor_ms {
            p.note { "Dashed: the floor, " (time(floor)) " after the start." }
        }
    }
}

/// Returns when the last thing happened that the lanes of a leg show, in milliseconds.
pub fn end(leg: &Leg) -> f64 {
    let last = leg.entries.iter().map(last).fold(0.0, f64::max);
    if last > 0.0 { last } else { 1.0 }
}

/// Returns when the last thing happened that a contestant's lanes show, in milliseconds.
pub fn last(entry: &Entry) -> f64 {
    let times = entry.lanes.iter().flat_map(times).flatten();
    times.chain(entry.wall_ms()).map(shown).fold(0.0, f64::max)
}

/// Draws the lanes of a contestant as large as what surrounds them, on a time axis that ends at `end`.
///
/// A lane is a line: one path for all lines of a kind keeps the page small.
pub fn stretched(entry: &Entry, end: f64) -> Markup {
    let mut paths: [String; 4] = Default::default();
    for (row, lane) in entry.lanes.iter().enumerate() {
        let times = times(lane).map(|time| time.map(shown));
        for (part, path) in paths.iter_mut().enumerate() {
            let Some(start) = times[part] else { continue };
            let until = times[part + 1..].iter().flatten().next().copied().unwrap_or(end);
            *path += &line(row, start, until, end);
        }
    }
    let view_box = format!("0 0 {} {}", short(end, 3), entry.lanes.len().max(1));
    html! {
        svg.stretched width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
            // What is short lies above what is long.
            @for part in [3, 0, 1, 2] {
                @if !paths[part].is_empty() { path.(PARTS[part].0) d=(paths[part]) {} }
            }
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

fn legend() -> Markup {
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

/// A contestant's name, its time, and how many of its requests are drawn.
fn caption(leg: &Leg, entry: &Entry) -> String {
    let wall = known(entry.wall_ms(), time);
    let compared = match leg.ratio_to_best(entry) {
        times if times.is_some() && !leg.is_among_the_fastest(entry) => {
            format!(", {} the best", known(times, ratio))
        }
        _ => String::new(),
    };
    let requests = entry.median_run().map_or(0, |run| entry.runs[run].requests as usize);
    let (drawn, all) = (entry.lanes.len(), requests.max(entry.lanes.len()));
    let drawn =
        if drawn == all { count(all) } else { format!("{} of {}, evenly chosen", count(drawn), count(all)) };
    format!("{}: {wall}{compared}; requests: {drawn}", entry.contestant)
}
