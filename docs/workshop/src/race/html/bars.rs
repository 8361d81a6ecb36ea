//! Bars: what each contestant cost, its name and its number above each.

use maud::{Markup, html};

use super::scale::{percent, shown};
use super::view::View;
use super::words::{UNKNOWN, brief, known, size, time};
use crate::race::figures::MEMORY;
use crate::race::results::{Entry, Leg};

/// How high a bar is with its words above, where they stand and where it begins, in CSS pixels.
const STEP: usize = 42;
const WORDS: usize = 15;
const BAR: usize = 21;
const THICK: usize = 14;

/// One bar, of one part or of two.
struct Bar<'a> {
    contestant: &'a str,
    parts: Option<(f64, f64)>,
    range: Option<(f64, f64)>,
    said: String,
}

/// One picture, with a bar for each contestant.
struct Chart {
    title: &'static str,
    note: &'static str,
    bar: fn(&Entry) -> Bar<'_>,
    floor: bool,
}

const CHARTS: [Chart; 3] = [
    Chart {
        title: "Wall time",
        note: "median; the thin line: from the fastest run to the slowest",
        bar: wall,
        floor: true,
    },
    Chart {
        title: "CPU time",
        note: "plain: in the program; striped: in the system on its behalf",
        bar: cpu,
        floor: false,
    },
    Chart { title: "Peak memory", note: MEMORY.meaning, bar: memory, floor: false },
];

/// The three pictures of a leg.
pub fn bars(view: &View<'_>, leg: &Leg) -> Markup {
    html! {
        div.bars { @for chart in &CHARTS {
            figure {
                figcaption { b { (chart.title) } br; (chart.note) }
                (picture(view, leg, chart))
            }
        } }
    }
}

fn wall(entry: &Entry) -> Bar<'_> {
    let wall = entry.wall_ms();
    Bar {
        contestant: &entry.contestant,
        parts: wall.map(|wall| (wall, 0.0)),
        range: entry.wall_range_ms(),
        said: known(wall, time),
    }
}

fn cpu(entry: &Entry) -> Bar<'_> {
    let (user, system) = (entry.median(|run| run.user_ms), entry.median(|run| run.system_ms));
    let parts = user.or(system).map(|_| (user.unwrap_or(0.0), system.unwrap_or(0.0)));
    let said = parts.map(|_| format!("{} + {}", known(user, time), known(system, time)));
    Bar { contestant: &entry.contestant, parts, range: None, said: said.unwrap_or(UNKNOWN.into()) }
}

fn memory(entry: &Entry) -> Bar<'_> {
    let bytes = entry.peak_bytes();
    Bar {
        contestant: &entry.contestant,
        parts: bytes.map(|bytes| (bytes, 0.0)),
        range: None,
        said: known(bytes, size),
    }
}

fn picture(view: &View<'_>, leg: &Leg, chart: &Chart) -> Markup {
    let bars: Vec<Bar<'_>> = leg.entries.iter().map(chart.bar).collect();
    let floor = leg.floor_ms.filter(|_| chart.floor);
    let ends = bars
        .iter()
        .flat_map(|bar| [bar.parts.map(|(one, other)| one + other), bar.range.map(|(_, most)| most)]);
    let end = ends.flatten().chain(floor).map(shown).fold(0.0, f64::max);
    let share = |number: f64| percent(if end > 0.0 { number / end } else { 0.0 });
    // The same for all three pictures, so that the bars stand beside each other.
    let top = if leg.floor_ms.is_some() { 18 } else { 0 };
    let height = top + bars.len() * STEP;
    let said: Vec<_> = bars.iter().map(|bar| format!("{}: {}", bar.contestant, bar.said)).collect();
    let label = format!("{}. {}", chart.title, said.join("; "));
    html! {
        svg.chart role="img" aria-label=(label) width="100%" height=(height) {
            @for (index, bar) in bars.iter().enumerate() {
                svg.(view.class(bar.contestant)) y=(top + index * STEP) width="100%" height=(STEP) {
                    (one(bar, floor, &share))
                }
            }
            @if let Some(floor) = floor {
                @let anchor = if floor > end / 2.0 { "end" } else { "start" };
                text x=(share(floor)) y="12" text-anchor=(anchor) { "floor " (time(floor)) }
            }
        }
    }
}

fn one(bar: &Bar<'_>, floor: Option<f64>, share: &impl Fn(f64) -> String) -> Markup {
    let middle = BAR + THICK / 2;
    html! {
        text.name x="0" y=(WORDS) { (brief(bar.contestant, 22)) }
        text x="100%" y=(WORDS) text-anchor="end" { (bar.said) }
        rect.ground x="0" y=(BAR) width="100%" height=(THICK) {}
        @if let Some((first, second)) = bar.parts {
            rect.hue x="0" y=(BAR) width=(share(first)) height=(THICK) {}
            @if second > 0.0 {
                rect.hue x=(share(first)) y=(BAR) width=(share(second)) height=(THICK) {}
                rect x=(share(first)) y=(BAR) width=(share(second)) height=(THICK) fill="url(#stripes)" {}
            }
        }
        @if let Some((least, most)) = bar.range {
            line.range x1=(share(least)) x2=(share(most)) y1=(middle) y2=(middle) {}
        }
        @if let Some(floor) = floor {
            line.floor x1=(share(floor)) x2=(share(floor)) y1=(BAR - 3) y2=(BAR + THICK + 3) {}
        }
    }
}
