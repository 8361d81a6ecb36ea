//! The table of a leg: what each contestant took, in numbers.

use maud::{Markup, html};

use super::view::View;
use super::words::{UNKNOWN, is_sane, times};
use crate::race::figures::*;
use crate::race::results::{Entry, Leg};

/// The columns, from left to right, but for the range of wall times beside the first.
const FIGURES: [Figure; 12] = [
    WALL,
    TO_BEST,
    TO_FLOOR,
    USER,
    SYSTEM,
    MEMORY,
    THREADS,
    PROCESSES,
    WAITS,
    PREEMPTED,
    AT_ONCE,
    PAGES_PER_SECOND,
];

const RANGE: (&str, &str) = ("min–max", "the wall times of the fastest and of the slowest run");

/// The table, and what its columns mean.
pub fn table(view: &View<'_>, leg: &Leg) -> Markup {
    let best = leg.best_ms();
    html! {
        div.scroll role="region" aria-label=(format!("Results: {}", leg.name)) tabindex="0" {
            table.results {
                caption {
                    (leg.name)
                    @if view.race.rounds > 1 { ": " (view.race.rounds) " rounds" }
                }
                thead { tr {
                    th scope="col" { "contestant" }
                    @for (index, figure) in FIGURES.iter().enumerate() {
                        th.n scope="col" { (figure.name) }
                        @if index == 0 { th.n scope="col" { (RANGE.0) } }
                    }
                } }
                tbody { @for entry in &leg.entries {
                    tr.best[best.is_some() && entry.wall_ms() == best] {
                        th scope="row" { (view.name(&entry.contestant)) }
                        @for (index, figure) in FIGURES.iter().enumerate() {
                            td.n { (figure.text(leg, entry).unwrap_or(UNKNOWN.into())) }
                            @if index == 0 { td.n { (range(entry)) } }
                        }
                    }
                } }
            }
        }
    }
}

/// What the columns mean.
pub fn meanings() -> Markup {
    html! {
        details {
            summary { "What the columns mean" }
            p { (MEDIANS) }
            dl { @for (name, meaning) in FIGURES.iter().map(|figure| (figure.name, figure.meaning)).chain([RANGE]) {
                div { dt { (name) } dd { (meaning) } }
            } }
        }
    }
}

fn range(entry: &Entry) -> String {
    let range = entry.wall_range_ms().filter(|(least, most)| is_sane(*least) && is_sane(*most));
    range.map_or_else(|| UNKNOWN.into(), |(least, most)| times(least, most))
}
