//! One leg: who was fast, what each cost, and what happened meanwhile.

use maud::{Markup, html};

use super::view::View;
use super::words::{is_sane, ratio, size, things, time, times};
use super::{alone, bars, pair, table};
use crate::race::results::{Entry, Leg};

/// The id of a leg's section.
pub fn id(index: usize) -> String {
    format!("leg-{index}")
}

/// Everything about one leg.
pub fn leg(view: &View<'_>, index: usize, leg: &Leg) -> Markup {
    let several = view.race.legs.len() > 1;
    html! {
        section aria-labelledby=(id(index)) {
            h2 id=(id(index)) tabindex="-1" { (leg.name) }
            p.about { (facts(leg)) }
            @if leg.entries.is_empty() { p { "Nobody ran." } } @else {
                (alone::shapes(leg, index))
                p.verdict { (verdict(leg)) }
                h3 { "What each one costs" }
                (bars::bars(view, leg))
                (table::table(view, leg))
                @if index == 0 { (table::meanings()) }
                @if leg.entries.len() > 1 {
                    h3 { "Two on one time axis" }
                    (pair::pair(view, leg, index))
                }
                h3 { "Each by itself" }
                @if several {
                    details {
                        summary { "Show all " (leg.entries.len()) span.said { ": " (leg.name) } }
                        (alones(view, leg, index))
                    }
                } @else { (alones(view, leg, index)) }
            }
        }
    }
}

fn alones(view: &View<'_>, leg: &Leg, index: usize) -> Markup {
    html! {
        p.note { "Each on a time axis of its own; requests and memory are drawn to the same height for all." }
        div.alones { @for number in 0..leg.entries.len() { (alone::alone(view, leg, index, number)) } }
    }
}

fn facts(leg: &Leg) -> String {
    let pages = leg.pages.map(|pages| things(pages, "page", "pages"));
    let tasks = format!("at most {} in flight", things(leg.max_tasks, "request", "requests"));
    let floor = leg.floor_ms.map(|floor| format!("the least possible time, the floor: {}", time(floor)));
    pages.into_iter().chain([tasks]).chain(floor).collect::<Vec<_>>().join("; ") + "."
}

/// What one should have seen after ten seconds.
fn verdict(leg: &Leg) -> Markup {
    let walls = by(leg, Entry::wall_ms);
    html! {
        @match &walls[..] {
            [(best, least), .., (worst, most)] if *least > 0.0 && most / least >= 1.1 => {
                strong { (best.contestant) } " needs " strong { (time(*least)) } ", "
                strong { (worst.contestant) } " " strong { (time(*most)) }
                ", " (ratio(most / least)) " as long. "
            },
            [(_, least), .., (_, most)] => {
                "All need about the same time: " strong { (times(*least, *most)) } ". "
            },
            [(one, wall)] => { strong { (one.contestant) } " needs " strong { (time(*wall)) } ". " },
            [] => {},
        }
        (span("CPU time", &by(leg, Entry::cpu_ms), time))
        (span("Memory", &by(leg, Entry::peak_bytes), size))
    }
}

/// Who needs the least and who the most.
fn span(what: &str, entries: &[(&Entry, f64)], said: fn(f64) -> String) -> Markup {
    html! {
        @if let [(best, least), .., (worst, most)] = entries {
            (what) ": from " (said(*least)) " (" (best.contestant) ") "
            "to " (said(*most)) " (" (worst.contestant) "). "
        }
    }
}

/// Those of whom it is known, from the least to the most.
fn by(leg: &Leg, of: fn(&Entry) -> Option<f64>) -> Vec<(&Entry, f64)> {
    let known = leg.entries.iter().filter_map(|entry| Some((entry, of(entry)?)));
    let mut known: Vec<_> = known.filter(|(_, number)| is_sane(*number)).collect();
    known.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    known
}
