//! How the costs grow from leg to leg: a line for each contestant.

use maud::{Markup, html};

use super::plot::{self, Line};
use super::view::View;
use super::words::round;
use crate::race::columns::followed;
use crate::race::figures::{self, Figure};
use crate::race::results::Leg;

/// Shows the pictures over all legs, and each in numbers.
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

/// Where each leg lies from left to right, as a share of the way, with its number; and what the number is.
///
/// That is its requests in flight or its pages, on a logarithmic axis, or else one leg after another.
fn across(legs: &[Leg]) -> (Vec<(f64, String)>, &'static str) {
    let grows = |numbers: &[f64]| {
        numbers.iter().all(|number| *number > 0.0) && numbers.windows(2).all(|pair| pair[0] < pair[1])
    };
    let logarithmic = |numbers: &[f64]| {
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        numbers.iter().map(|number| ((number / first).ln() / (last / first).ln(), round(*number))).collect()
    };
    let tasks: Vec<f64> = legs.iter().map(|leg| leg.max_tasks as f64).collect();
    if grows(&tasks) {
        return (logarithmic(&tasks), "requests allowed in flight (logarithmic axis)");
    }
    let pages: Vec<f64> = legs.iter().map(|leg| leg.pages.unwrap_or(0) as f64).collect();
    if grows(&pages) {
        return (logarithmic(&pages), "number of pages (logarithmic axis)");
    }
    let steps = (legs.len() - 1) as f64;
    ((0..legs.len()).map(|leg| (leg as f64 / steps, (leg + 1).to_string())).collect(), "leg")
}

fn picture(view: &View<'_>, title: &str, figure: &Figure, across: &[(f64, String)], unit: &str) -> Markup {
    // There is no logarithm of nothing.
    let value = |leg: &Leg, name: &str| figure.of(leg, leg.entry(name)?).filter(|value| *value > 0.0);
    let points = |name: &str| {
        let points = across.iter().zip(&view.race.legs);
        points.filter_map(|((x, _), leg)| Some((*x, value(leg, name)?))).collect()
    };
    let lines = view.contestants.iter().map(|name| Line { hue: view.hue(name), points: points(name) });
    let label = format!("{title} by {unit}, a line for each contestant");
    plot::picture(&label, across, &lines.collect::<Vec<_>>(), figure.said, figure.unit)
}

fn table(view: &View<'_>, title: &str, figure: &Figure) -> Markup {
    let contestants: Vec<_> = view.contestants.iter().map(|name| (*name, false)).collect();
    html! {
        details {
            summary { "In numbers" span.said { ": " (title) } }
            (view.table(title, &contestants, &followed(view.race, figure)))
        }
    }
}
