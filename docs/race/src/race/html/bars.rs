//! Bars: what each contestant cost, its name and its number above each.

use maud::{Markup, html};

use super::scale::{percent, shown};
use super::view::View;
use super::words::{UNKNOWN, brief};
use crate::race::figures::{CPU, Figure, MEMORY, THREADS};
use crate::race::results::{Entry, Leg};

/// How high a bar is with its words above, where they stand and where it begins, in CSS pixels.
const STEP: usize = 42;
const WORDS: usize = 15;
const BAR: usize = 21;
const THICK: usize = 14;

/// The pictures of a leg, each with its title.
const CHARTS: [(&str, Figure); 3] = [("Threads", THREADS), ("Peak memory", MEMORY), ("CPU time", CPU)];

/// Draws the three pictures of a leg.
pub fn bars(view: &View<'_>, leg: &Leg) -> Markup {
    html! {
        div.bars { @for (title, figure) in &CHARTS {
            figure {
                figcaption { b { (title) } br; (figure.meaning) }
                (picture(view, leg, title, figure))
            }
        } }
    }
}

fn picture(view: &View<'_>, leg: &Leg, title: &str, figure: &Figure) -> Markup {
    let most = leg.entries.iter().filter_map(|entry| figure.of(leg, entry)).map(shown).fold(0.0, f64::max);
    let share = |number: f64| percent(if most > 0.0 { number / most } else { 0.0 });
    let said = |entry: &Entry| figure.text(leg, entry).unwrap_or(UNKNOWN.into());
    let label: Vec<_> =
        leg.entries.iter().map(|entry| format!("{}: {}", entry.contestant, said(entry))).collect();
    html! {
        svg.chart role="img" aria-label=(format!("{title}. {}", label.join("; ")))
            width="100%" height=(leg.entries.len() * STEP) {
            @for (index, entry) in leg.entries.iter().enumerate() {
                svg.(view.class(&entry.contestant)) y=(index * STEP) width="100%" height=(STEP) {
                    text.name x="0" y=(WORDS) { (brief(&entry.contestant, 22)) }
                    text x="100%" y=(WORDS) text-anchor="end" { (said(entry)) }
                    rect.ground x="0" y=(BAR) width="100%" height=(THICK) {}
                    @if let Some(number) = figure.of(leg, entry) {
                        rect.hue x="0" y=(BAR) width=(share(number)) height=(THICK) {}
                    }
                }
            }
        }
    }
}
