//! How the costs grow from leg to leg: a line for each contestant.

use maud::{Markup, html};

use super::plot::{self, Line};
use super::view::View;
use super::words::{brief, known, ratio, size, time};
use crate::race::results::{Entry, Leg, Race};

/// What is drawn, and how its numbers are said.
struct Chart {
    title: &'static str,
    note: &'static str,
    value: fn(&Leg, &Entry) -> Option<f64>,
    said: fn(f64) -> String,
    /// What its numbers are round in: its powers are their units.
    unit: f64,
}

const WALL: Chart = Chart {
    title: "Wall time, to floor",
    note: "the median, in times of what cannot be beaten",
    value: |leg, entry| leg.ratio_to_floor(entry),
    said: ratio,
    unit: 1000.0,
};

const TIME: Chart = Chart {
    title: "Wall time per page",
    note: "the median",
    value: |_, entry| entry.ms_per_page(),
    said: time,
    unit: 1000.0,
};

const CPU: Chart = Chart {
    title: "CPU time per page",
    note: "in the program and in the system, the median",
    value: |_, entry| entry.cpu_ms_per_page(),
    said: time,
    unit: 1000.0,
};

const REQUEST: Chart = Chart {
    title: "Memory per request in flight",
    note: "beyond what it held when idle",
    value: |_, entry| entry.memory_per_request(),
    said: size,
    unit: 1024.0,
};

const PAGE: Chart = Chart {
    title: "Memory per page",
    note: "beyond what it held when idle",
    value: |_, entry| entry.memory_per_page(),
    said: size,
    unit: 1024.0,
};

/// What is worth a picture: on a course that waits, the price of waiting, else the price of a page.
fn charts(race: &Race) -> [Chart; 3] {
    let waits = race.legs.iter().all(|leg| leg.floor_ms.is_some());
    if waits { [WALL, CPU, REQUEST] } else { [TIME, CPU, PAGE] }
}

/// The pictures over all legs, and each in numbers.
pub fn growth(view: &View<'_>) -> Markup {
    let (across, unit) = across(&view.race.legs);
    html! {
        section aria-labelledby="growth" {
            h2 id="growth" tabindex="-1" { "From leg to leg" }
            ul.legend { @for name in &view.contestants { li.(view.class(name)) {
                (plot::sample(view.hue(name)))
                (name)
            } } }
            div.growths { @for chart in charts(view.race) {
                figure {
                    figcaption { b { (chart.title) } ", by " (unit) br; (chart.note) }
                    (picture(view, &chart, &across, unit))
                    (table(view, &chart))
                }
            } }
        }
    }
}

/// Where each leg lies from left to right: by its pages, by its requests in flight, or one after another.
fn across(legs: &[Leg]) -> (Vec<f64>, &'static str) {
    let differ = |numbers: &[f64]| {
        numbers.iter().all(|number| *number > 0.0) && numbers.windows(2).all(|pair| pair[0] < pair[1])
    };
    let pages: Option<Vec<f64>> = legs.iter().map(|leg| leg.pages.map(|pages| pages as f64)).collect();
    if let Some(pages) = pages.filter(|pages| differ(pages)) {
        return (pages, "number of pages");
    }
    let tasks: Vec<f64> = legs.iter().map(|leg| leg.max_tasks as f64).collect();
    if differ(&tasks) {
        return (tasks, "requests allowed in flight");
    }
    ((1..=legs.len()).map(|leg| leg as f64).collect(), "leg")
}

fn picture(view: &View<'_>, chart: &Chart, across: &[f64], unit: &str) -> Markup {
    let value = |leg: &Leg, name: &str| {
        let entry = leg.entries.iter().find(|entry| entry.contestant == name)?;
        (chart.value)(leg, entry).filter(|value| value.is_finite() && *value > 0.0)
    };
    let line = |name: &&str| Line {
        hue: view.hue(name),
        points: across
            .iter()
            .zip(&view.race.legs)
            .filter_map(|(x, leg)| Some((*x, value(leg, name)?)))
            .collect(),
    };
    let lines: Vec<Line> = view.contestants.iter().map(line).collect();
    let label = format!("{} by {unit}, a line for each contestant", chart.title);
    plot::picture(&label, across, &lines, chart.said, chart.unit)
}

fn table(view: &View<'_>, chart: &Chart) -> Markup {
    html! {
        details {
            summary { "In numbers" span.said { ": " (chart.title) } }
            div.scroll role="region" aria-label=(chart.title) tabindex="0" {
                table {
                    caption { (chart.title) }
                    thead { tr {
                        th scope="col" { "contestant" }
                        @for leg in &view.race.legs { th.n scope="col" { (brief(&leg.name, 40)) } }
                    } }
                    tbody { @for name in &view.contestants { tr {
                        th scope="row" { (view.name(name)) }
                        @for leg in &view.race.legs {
                            td.n { (said(chart, leg, name)) }
                        }
                    } } }
                }
            }
        }
    }
}

fn said(chart: &Chart, leg: &Leg, name: &str) -> String {
    let entry = leg.entries.iter().find(|entry| entry.contestant == name);
    known(entry.and_then(|entry| (chart.value)(leg, entry)), chart.said)
}
