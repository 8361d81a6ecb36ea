//! The requests of two contestants, one above the other, on one time axis.

use maud::{Markup, html};

use super::lanes::{described, drawn, end, legend, rows, size};
use super::scale::{time_lines, time_words};
use super::view::View;
use super::words::{known, ratio, short, time};
use crate::race::results::{Entry, Leg};

/// Draws the first and the last contestant. With a script, others can be chosen.
pub fn pair(view: &View<'_>, leg: &Leg, index: usize) -> Markup {
    let last = leg.entries.len() - 1;
    let slower = if end(&leg.entries[0]) > end(&leg.entries[last]) { 0 } else { last };
    html! {
        div.pair id=(format!("pair-{index}")) {
            (shapes(leg, index))
            @if last > 0 { p.choice hidden {
                (select(view, leg, index, "above", 0))
                (select(view, leg, index, "below", last))
            } }
            (legend())
            (half(view, leg, index, 0, slower))
            @if last > 0 { (half(view, leg, index, last, slower)) }
            svg.axis width="100%" height="22" aria-hidden="true" { use.words href=(link("words", index, slower)) {} }
            @if let Some(floor) = leg.floor_ms {
                p.note { "Dashed: the floor, " (time(floor)) " after the start." }
            }
        }
    }
}

/// What the pictures of a leg are made of, each once: lanes, and the axis that is as long as they are.
fn shapes(leg: &Leg, index: usize) -> Markup {
    let id = |what: &str, number: usize| format!("{what}-{index}-{number}");
    html! {
        svg.shapes width="0" height="0" aria-hidden="true" { defs {
            @for (number, entry) in leg.entries.iter().enumerate() {
                @let end = end(entry);
                g id=(id("rows", number)) { (rows(&entry.lanes, end)) }
                g id=(id("lines", number)) { (time_lines(end, leg.floor_ms)) }
                g id=(id("words", number)) { (time_words(end)) }
            }
        } }
    }
}

fn link(what: &str, leg: usize, entry: usize) -> String {
    format!("#{what}-{leg}-{entry}")
}

fn select(view: &View<'_>, leg: &Leg, index: usize, place: &str, chosen: usize) -> Markup {
    let name = format!("{place}-{index}");
    html! {
        span {
            label for=(name) { (place) }
            select id=(name) {
                @for (number, entry) in leg.entries.iter().enumerate() {
                    @let (rows, height) = size(entry);
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
    let (rows, height) = size(entry);
    let view_box = format!("0 0 {} {rows}", short(end(&leg.entries[slower]), 3));
    html! {
        figure.half.(view.class(&entry.contestant)) {
            figcaption { span.swatch aria-hidden="true" {} span.caption { (caption(leg, entry)) } }
            svg.lanes role="img" aria-label=(described(leg, entry)) width="100%" height=(short(height, 1)) {
                use.lines href=(link("lines", index, slower)) {}
                svg.stretched width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
                    use.rows href=(link("rows", index, number)) {}
                }
            }
        }
    }
}

fn caption(leg: &Leg, entry: &Entry) -> String {
    let wall = known(entry.wall_ms(), time);
    let compared = match leg.ratio_to_best(entry) {
        times if times.is_some() && !leg.is_among_the_fastest(entry) => {
            format!(", {} the best", known(times, ratio))
        }
        _ => String::new(),
    };
    format!("{}: {wall}{compared}; requests: {}", entry.contestant, drawn(entry))
}
