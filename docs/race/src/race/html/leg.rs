//! One leg: its lesson, what each contestant cost, and what happened meanwhile.

use maud::{Markup, html};

use super::view::View;
use super::words::{things, time};
use super::{bars, lanes};
use crate::race::columns::columns;
use crate::race::figures::MEDIANS;
use crate::race::results::Leg;

/// Returns the id of a leg's section.
pub fn id(index: usize) -> String {
    format!("leg-{index}")
}

/// Shows everything about one leg.
pub fn leg(view: &View<'_>, index: usize, leg: &Leg) -> Markup {
    html! {
        section aria-labelledby=(id(index)) {
            h2 id=(id(index)) tabindex="-1" { (leg.name) }
            p.about { (facts(leg)) }
            @if leg.entries.is_empty() { p { "No contestant ran." } } @else {
                p.verdict { strong { (leg.lesson()) } " " (leg.comparison()) }
                @if !leg.shortfall().is_empty() { p.short { strong { (leg.shortfall()) } } }
                h3 { "On one time axis" }
                (lanes::lanes(view, leg))
                h3 { "What each one costs" }
                (bars::bars(view, leg))
                (table(view, leg))
                @if index == 0 { (meanings(leg)) }
            }
        }
    }
}

fn facts(leg: &Leg) -> String {
    let pages = leg.pages.map(|pages| things(pages, "page", "pages"));
    let tasks = format!("at most {} in flight", things(leg.max_tasks, "request", "requests"));
    let floor = leg.floor_ms.map(|floor| format!("the least possible time, the floor: {}", time(floor)));
    pages.into_iter().chain([tasks]).chain(floor).collect::<Vec<_>>().join("; ") + "."
}

/// The results in numbers; the fastest contestants are bold, all that the rounds do not tell apart.
fn table(view: &View<'_>, leg: &Leg) -> Markup {
    let contestants =
        leg.entries.iter().map(|entry| (entry.contestant.as_str(), leg.is_among_the_fastest(entry)));
    let caption = format!("{}: {}", leg.name, things(view.race.rounds, "round", "rounds"));
    view.table(&caption, &contestants.collect::<Vec<_>>(), &columns(leg))
}

fn meanings(leg: &Leg) -> Markup {
    html! {
        details {
            summary { "What the columns mean" }
            p { (MEDIANS) }
            dl { @for column in columns(leg) { div { dt { (column.name) } dd { (column.meaning) } } } }
            dl { @for entry in &leg.entries { div {
                dt { (entry.contestant) }
                dd { (entry.about) @if !entry.stage.is_empty() { " (" code { (entry.stage) } ")" } }
            } } }
        }
    }
}
