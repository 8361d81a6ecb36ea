//! How the costs grow from leg to leg: a line for each contestant.

use maud::{Markup, html};

use super::scale::{log_ticks, percent, ticks};
use super::view::View;
use super::words::{UNKNOWN, brief, known, ratio, round, size, time};
use crate::race::results::{Entry, Leg, Race};

/// The height of a picture's inside, in CSS pixels.
const HIGH: f64 = 220.0;
/// From this ratio of the most to the least on, heights are logarithms.
const WIDE: f64 = 20.0;

/// What is drawn, and how its numbers are said.
struct Chart {
    title: &'static str,
    note: &'static str,
    value: fn(&Leg, &Entry) -> Option<f64>,
    said: fn(f64) -> String,
}

const WALL: Chart = Chart {
    title: "Wall time, to floor",
    note: "the median, in times of what cannot be beaten",
    value: |leg, entry| leg.ratio_to_floor(entry),
    said: ratio,
};

const TIME: Chart = Chart {
    title: "Wall time per page",
    note: "the median",
    value: |_, entry| entry.ms_per_page(),
    said: time,
};

const CPU: Chart = Chart {
    title: "CPU time per page",
    note: "in the program and in the system, the median",
    value: |_, entry| entry.cpu_ms_per_page(),
    said: time,
};

const REQUEST: Chart = Chart {
    title: "Memory per request in flight",
    note: "beyond what it held when idle, at the most requests that were open at once",
    value: |_, entry| entry.memory_per_request(),
    said: size,
};

const PAGE: Chart = Chart {
    title: "Memory per page",
    note: "beyond what it held when idle",
    value: |_, entry| entry.memory_per_page(),
    said: size,
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
                svg.sample width="36" height="14" aria-hidden="true" {
                    line.(series(view, name)) x1="0" x2="36" y1="7" y2="7" {}
                    svg x="18" y="7" overflow="visible" { (marker(view.hue(name))) }
                }
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
    let values: Vec<f64> = view
        .race
        .legs
        .iter()
        .flat_map(|leg| view.contestants.iter().filter_map(|name| value(leg, name)))
        .collect();
    let Some(heights) = Heights::of(&values) else { return html! { p.note { "No contestant told it." } } };
    let (first, last) = (across[0], across[across.len() - 1]);
    // Six hundredths are free on either side, for the markers.
    let x = |number: f64| percent(0.06 + 0.88 * (number / first).ln() / (last / first).ln().max(1e-9));
    html! {
        svg.growth role="img" aria-label=(format!("{} by {unit}, a line for each contestant", chart.title)) width="100%" height=(HIGH + 44.0) {
            @for tick in &heights.ticks {
                line.grid x1="0" x2="100%" y1=(heights.y(*tick)) y2=(heights.y(*tick)) {}
                text.word x="0" y=(heights.y(*tick) - 4.0) { ((chart.said)(*tick)) }
            }
            @for number in across {
                line.tick x1=(x(*number)) x2=(x(*number)) y1=(HIGH + 20.0) y2=(HIGH + 25.0) {}
                text.word x=(x(*number)) y=(HIGH + 39.0) text-anchor="middle" { (round(*number)) }
            }
            @for name in &view.contestants {
                @let points: Vec<_> = view.race.legs.iter().zip(across).filter_map(|(leg, at)| Some((x(*at), heights.y(value(leg, name)?)))).collect();
                g.(view.class(name)) {
                    @for pair in points.windows(2) {
                        line.(series(view, name)) x1=(pair[0].0) x2=(pair[1].0) y1=(pair[0].1) y2=(pair[1].1) {}
                    }
                    @for (x, y) in &points { svg x=(x) y=(y) overflow="visible" { (marker(view.hue(name))) } }
                }
            }
        }
    }
}

/// From numbers to heights.
struct Heights {
    ticks: Vec<f64>,
    logarithms: bool,
}

impl Heights {
    fn of(values: &[f64]) -> Option<Heights> {
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let most = values.iter().copied().max_by(f64::total_cmp)?;
        let logarithms = most / least > WIDE;
        let ticks = if logarithms { log_ticks(least, most) } else { above(most) };
        Some(Heights { ticks, logarithms })
    }

    /// The distance from the top, in CSS pixels.
    fn y(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let share = if self.logarithms { (value / low).ln() / (high / low).ln() } else { value / high };
        ((HIGH + 20.0 - HIGH * share) * 10.0).round() / 10.0
    }
}

/// Round numbers from zero to beyond `most`.
fn above(most: f64) -> Vec<f64> {
    let mut ticks = ticks(most);
    let (last, step) = (ticks[ticks.len() - 1], ticks.get(1).copied().unwrap_or(1.0));
    if last < most {
        ticks.push(last + step);
    }
    ticks
}

/// The class of a line: dashes tell it apart, too.
fn series(view: &View<'_>, name: &str) -> String {
    format!("series dash-{}", view.hue(name) % 4)
}

/// A shape around the origin, another for each hue.
fn marker(hue: usize) -> Markup {
    let shapes = [
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "M-4-4h8v8h-8z",
        "M0-6L5 4H-5z",
        "M0-6L6 0L0 6L-6 0z",
        "M0 6L5-4H-5z",
        "M-2-5h4v3h3v4h-3v3h-4v-3h-3v-4h3z",
        "M-5-2h10v4h-10z",
        "M-2-5h4v10h-4z",
    ];
    html! { path.marker d=(shapes[hue % shapes.len()]) {} }
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
                            @let entry = leg.entries.iter().find(|entry| entry.contestant == *name);
                            td.n { (entry.map_or(UNKNOWN.into(), |entry| known((chart.value)(leg, entry), chart.said))) }
                        }
                    } } }
                }
            }
        }
    }
}
