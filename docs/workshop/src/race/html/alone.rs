//! One contestant by itself: its connections, its requests in flight and its memory, on one time axis.

use maud::{Markup, html};

use super::scale::{time_lines, time_words};
use super::view::{View, end, most_in_flight, most_memory};
use super::words::{UNKNOWN, count, known, short, size, time};
use super::{lanes, track};
use crate::race::figures::AT_ONCE;
use crate::race::results::{Entry, Leg};

/// A link to a shape that the page has once.
pub fn id(what: &str, leg: usize, entry: usize) -> String {
    format!("{what}-{leg}-{entry}")
}

/// What the pictures of a leg are made of, each once: its rows, and the axis that is as long as they are.
pub fn shapes(leg: &Leg, index: usize) -> Markup {
    html! {
        svg.shapes width="0" height="0" aria-hidden="true" { defs {
            @for (number, entry) in leg.entries.iter().enumerate() {
                @let end = end(entry);
                g id=(id("rows", index, number)) { (lanes::rows(&entry.trace, end)) }
                g id=(id("lines", index, number)) { (time_lines(end, leg.floor_ms)) }
                g id=(id("words", index, number)) { (time_words(end)) }
            }
        } }
    }
}

/// The contestant's pictures, and what they show in numbers.
pub fn alone(view: &View<'_>, leg: &Leg, index: usize, number: usize) -> Markup {
    let entry = &leg.entries[number];
    let heading = id("alone", index, number);
    html! {
        article.alone.(view.class(&entry.contestant)) aria-labelledby=(heading) {
            h4 id=(heading) { (view.name(&entry.contestant)) }
            p.about { (entry.about) @if !entry.stage.is_empty() { " (" code { (entry.stage) } ")" } }
            (pictures(leg, index, number))
            details {
                summary { "In numbers" span.said { ": " (entry.contestant) } }
                (lanes::table(&entry.trace, &format!("Connections of {}", entry.contestant)))
                (track::table(&entry.trace, end(entry), &format!("In the course of {}", entry.contestant)))
            }
        }
    }
}

fn pictures(leg: &Leg, index: usize, number: usize) -> Markup {
    let entry = &leg.entries[number];
    let (end, name) = (end(entry), &entry.contestant);
    let (in_flight, memory) = (track::in_flight(&entry.trace), track::memory(&entry.trace));
    let most = |points: &track::Points| points.iter().map(|(_, value)| *value).max_by(f64::total_cmp);
    let axis = format!("#{}", id("words", index, number));
    let open = known(most(&in_flight), |open| count(open as usize));
    let bytes = known(most(&memory), size);
    html! {
        (head("Connections", &lanes::drawn(&entry.trace)))
        (lanes_picture(leg, index, number))
        (head("Requests in flight", &format!("at most {open}")))
        @let label = format!("{name}: requests in flight, at most {open}");
        (track::picture(&in_flight, end, most_in_flight(leg) as f64, &label))
        (head("Memory", &format!("at most {bytes}")))
        @let label = format!("{name}: memory, at most {bytes}");
        (track::picture(&memory, end, most_memory(leg) as f64, &label))
        svg.axis width="100%" height="22" aria-hidden="true" { use href=(axis) {} }
    }
}

fn head(what: &str, how_much: &str) -> Markup {
    html! { p.head { span { (what) } span { (how_much) } } }
}

fn lanes_picture(leg: &Leg, index: usize, number: usize) -> Markup {
    let entry = &leg.entries[number];
    let (rows, height) = lanes::size(&entry.trace);
    let view_box = format!("0 0 {} {rows}", short(end(entry), 3));
    html! {
        svg.lanes role="img" aria-label=(described(leg, entry)) width="100%" height=(short(height, 1)) {
            use href=(format!("#{}", id("lines", index, number))) {}
            svg width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
                use href=(format!("#{}", id("rows", index, number))) {}
            }
        }
    }
}

/// What the picture of its connections shows.
pub fn described(leg: &Leg, entry: &Entry) -> String {
    format!(
        "{}: connections shown: {}; requests open at once: {}; wall time: {}",
        entry.contestant,
        lanes::drawn(&entry.trace),
        AT_ONCE.text(leg, entry).unwrap_or(UNKNOWN.into()),
        known(entry.wall_ms(), time),
    )
}
