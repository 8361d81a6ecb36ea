//! How the costs grow from leg to leg: a line for each contestant.

use maud::{Markup, html};

use super::plot::{self, Line};
use super::view::View;
use super::words::{UNKNOWN, brief};
use crate::race::figures::{self, Figure};
use crate::race::results::Leg;

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
            div.growths { @for (title, figure) in figures::growth(view.race) {
                figure {
                    figcaption { b { (title) } ", by " (unit) br; (figure.meaning) }
                    (picture(view, title, &figure, &across, unit))
                    (table(view, title, &figure))
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

fn picture(view: &View<'_>, title: &str, figure: &Figure, across: &[f64], unit: &str) -> Markup {
    let value = |leg: &Leg, name: &str| {
        let entry = leg.entries.iter().find(|entry| entry.contestant == name)?;
        // There is no logarithm of nothing.
        figure.of(leg, entry).filter(|value| *value > 0.0)
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
    let label = format!("{} by {unit}, a line for each contestant", title);
    plot::picture(&label, across, &lines, figure.said, figure.unit)
}

fn table(view: &View<'_>, title: &str, figure: &Figure) -> Markup {
    html! {
        details {
            summary { "In numbers" span.said { ": " (title) } }
            div.scroll role="region" aria-label=(title) tabindex="0" {
                table {
                    caption { (title) }
                    thead { tr {
                        th scope="col" { "contestant" }
                        @for leg in &view.race.legs { th.n scope="col" { (brief(&leg.name, 40)) } }
                    } }
                    tbody { @for name in &view.contestants { tr {
                        th scope="row" { (view.name(name)) }
                        @for leg in &view.race.legs {
                            td.n { (said(figure, leg, name)) }
                        }
                    } } }
                }
            }
        }
    }
}

fn said(figure: &Figure, leg: &Leg, name: &str) -> String {
    let entry = leg.entries.iter().find(|entry| entry.contestant == name);
    entry.and_then(|entry| figure.text(leg, entry)).unwrap_or(UNKNOWN.into())
}
