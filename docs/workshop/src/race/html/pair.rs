//! The connections of two contestants, one above the other, on one time axis.

use maud::{Markup, html};

use super::alone::{described, id};
use super::lanes;
use super::view::{View, end};
use super::words::{count, is_sane, known, ratio, short, things, time};
use crate::race::results::{Entry, Leg};

/// The first and the last contestant, and a choice of others for who has a script.
pub fn pair(view: &View<'_>, leg: &Leg, index: usize) -> Markup {
    let (first, last) = (0, leg.entries.len() - 1);
    let slower = if end(&leg.entries[first]) > end(&leg.entries[last]) { first } else { last };
    let axis = format!("#{}", id("words", index, slower));
    html! {
        div.pair id=(format!("pair-{index}")) {
            p.choice hidden {
                (select(view, leg, index, "above", first))
                (select(view, leg, index, "below", last))
            }
            (lanes::legend())
            (half(view, leg, index, first, slower))
            (half(view, leg, index, last, slower))
            svg.axis width="100%" height="22" aria-hidden="true" { use.words href=(axis) {} }
            @if let Some(floor) = leg.floor_ms {
                p.note { "Dashed: the floor, " (time(floor)) " after the start." }
            }
            (table(view, leg))
        }
    }
}

fn select(view: &View<'_>, leg: &Leg, index: usize, place: &str, chosen: usize) -> Markup {
    let name = format!("{place}-{index}");
    html! {
        span {
            label for=(name) { (place) }
            select id=(name) {
                @for (number, entry) in leg.entries.iter().enumerate() {
                    @let (rows, height) = lanes::size(&entry.trace);
                    option value=(entry.contestant) selected[number == chosen]
                        data-number=(number) data-end=(short(end(entry), 3))
                        data-rows=(rows) data-height=(short(height, 1))
                        data-class=(view.class(&entry.contestant))
                        data-caption=(caption(leg, entry)) data-label=(described(leg, entry)) {
                        (entry.contestant)
                    }
                }
            }
        }
    }
}

/// One of the two, as far to the right as the slower one needs.
fn half(view: &View<'_>, leg: &Leg, index: usize, number: usize, slower: usize) -> Markup {
    let entry = &leg.entries[number];
    let (rows, height) = lanes::size(&entry.trace);
    let view_box = format!("0 0 {} {rows}", short(end(&leg.entries[slower]), 3));
    html! {
        figure.half.(view.class(&entry.contestant)) {
            figcaption { span.swatch aria-hidden="true" {} span.caption { (caption(leg, entry)) } }
            svg.lanes role="img" aria-label=(described(leg, entry)) width="100%" height=(short(height, 1)) {
                use.lines href=(format!("#{}", id("lines", index, slower))) {}
                svg.stretched width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
                    use.rows href=(format!("#{}", id("rows", index, number))) {}
                }
            }
        }
    }
}

fn caption(leg: &Leg, entry: &Entry) -> String {
    let wall = known(entry.wall_ms(), time);
    let times = leg.ratio_to_best(entry).filter(|times| is_sane(*times));
    let shown = lanes::drawn(&entry.trace);
    let compared = match times {
        Some(times) if times < 1.005 => ", the best".to_owned(),
        times => times.map(|times| format!(", {} the best", ratio(times))).unwrap_or_default(),
    };
    format!("{}: {wall}{compared}; connections: {shown}", entry.contestant)
}

/// What every possible pair shows, in numbers.
fn table(view: &View<'_>, leg: &Leg) -> Markup {
    let caption = "Connections of all contestants";
    html! {
        details {
            summary { "In numbers" span.said { ": " (caption) } }
            div.scroll role="region" aria-label=(caption) tabindex="0" {
                table {
                    caption { (caption) ", in the run that is shown" }
                    thead { tr {
                        th scope="col" { "contestant" }
                        @for column in ["connections", "first connected", "last answered", "most in flight"] {
                            th.n scope="col" { (column) }
                        }
                    } }
                    tbody { @for entry in &leg.entries { (row(view, entry)) } }
                }
            }
        }
    }
}

fn row(view: &View<'_>, entry: &Entry) -> Markup {
    let trace = &entry.trace;
    let first = trace.lanes.iter().map(|lane| lane.accepted).min_by(f64::total_cmp);
    let last = trace.lanes.iter().filter_map(|lane| lane.answered).max_by(f64::total_cmp);
    let most = trace.in_flight.iter().map(|(_, open)| *open).max();
    html! {
        tr {
            th scope="row" { (view.name(&entry.contestant)) }
            td.n { (things(trace.connections.max(trace.lanes.len()), "connection", "connections")) }
            td.n { (known(first, time)) }
            td.n { (known(last, time)) }
            td.n { (known(most.map(|most| most as f64), |most| count(most as usize))) }
        }
    }
}
