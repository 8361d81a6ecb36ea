//! Bars: what each contestant cost, its name and its number above each.

use maud::{Markup, html};

use super::scale::{percent, shown};
use super::view::View;
use super::words::{UNKNOWN, brief, time};
use crate::race::figures::{CPU, Figure, MEMORY, WALL};
use crate::race::results::{Entry, Leg};

/// How high a bar is with its words above, where they stand and where it begins, in CSS pixels.
const STEP: usize = 42;
const WORDS: usize = 15;
const BAR: usize = 21;
const THICK: usize = 14;

/// The pictures of a leg, each with its title and a note.
const CHARTS: [(&str, Figure, &str); 3] = [
    ("Wall time", WALL, "median; the thin line: from the fastest run to the slowest"),
    ("CPU time", CPU, "in the program, and in the system on its behalf"),
    ("Peak memory", MEMORY, MEMORY.meaning),
];

/// Draws the three pictures of a leg.
pub fn bars(view: &View<'_>, leg: &Leg) -> Markup {
    html! {
        div.bars { @for (title, figure, note) in &CHARTS {
            figure {
                figcaption { b { (title) } br; (note) }
                (picture(view, leg, title, figure))
            }
        } }
    }
}

fn picture(view: &View<'_>, leg: &Leg, title: &str, figure: &Figure) -> Markup {
    let is_wall = figure.name == WALL.name;
    let floor = leg.floor_ms.filter(|_| is_wall);
    let range = |entry: &Entry| entry.wall_range_ms().filter(|_| is_wall);
    let ends =
        leg.entries.iter().flat_map(|entry| [figure.of(leg, entry), range(entry).map(|(_, most)| most)]);
    let end = ends.flatten().chain(floor).map(shown).fold(0.0, f64::max);
    let share = |number: f64| percent(if end > 0.0 { number / end } else { 0.0 });
    let said = |entry: &Entry| figure.text(leg, entry).unwrap_or(UNKNOWN.into());
    // The same for all three pictures, so that the bars stand beside each other.
    let top = if leg.floor_ms.is_some() { 18 } else { 0 };
    let label: Vec<_> =
        leg.entries.iter().map(|entry| format!("{}: {}", entry.contestant, said(entry))).collect();
    html! {
        svg.chart role="img" aria-label=(format!("{title}. {}", label.join("; ")))
            width="100%" height=(top + leg.entries.len() * STEP) {
            @for (index, entry) in leg.entries.iter().enumerate() {
                svg.(view.class(&entry.contestant)) y=(top + index * STEP) width="100%" height=(STEP) {
                    text.name x="0" y=(WORDS) { (brief(&entry.contestant, 22)) }
                    text x="100%" y=(WORDS) text-anchor="end" { (said(entry)) }
                    (bar(figure.of(leg, entry), range(entry), floor, &share))
                }
            }
            @if let Some(floor) = floor {
                @let anchor = if floor > end / 2.0 { "end" } else { "start" };
                text x=(share(floor)) y="12" text-anchor=(anchor) { "floor " (time(floor)) }
            }
        }
    }
}

fn bar(
    number: Option<f64>,
    range: Option<(f64, f64)>,
    floor: Option<f64>,
    share: &impl Fn(f64) -> String,
) -> Markup {
    let middle = BAR + THICK / 2;
    html! {
        rect.ground x="0" y=(BAR) width="100%" height=(THICK) {}
        @if let Some(number) = number {
            rect.hue x="0" y=(BAR) width=(share(number)) height=(THICK) {}
        }
        @if let Some((least, most)) = range {
            line.range x1=(share(least)) x2=(share(most)) y1=(middle) y2=(middle) {}
        }
        @if let Some(floor) = floor {
            line.floor x1=(share(floor)) x2=(share(floor)) y1=(BAR - 3) y2=(BAR + THICK + 3) {}
        }
    }
}
