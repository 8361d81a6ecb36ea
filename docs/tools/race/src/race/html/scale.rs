//! Where a number lies on a picture, and the round numbers beside it.

use maud::{Markup, html};

use crate::units::whole;

/// Writes a share in percent.
pub fn percent(share: f64) -> String {
    format!("{}%", short(share * 100.0, 2))
}

/// Writes a number with so many digits behind the point, and no zeros at its end.
pub fn short(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Draws the lines of a time axis, behind what happened.
pub fn time_lines(end: f64) -> Markup {
    html! {
        @for tick in ticks(end) {
            @let x = percent(tick / end);
            line.grid x1=(x) x2=(x) y1="0" y2="100%" {}
        }
    }
}

/// Writes the words of a time axis, below what happened.
pub fn time_words(end: f64) -> Markup {
    let (unit, length) = if end < 10_000.0 { ("ms", 1.0) } else { ("s", 1e3) };
    html! {
        @for tick in ticks(end) {
            @let anchor = if tick == 0.0 { "start" } else if tick > end * 0.94 { "end" } else { "middle" };
            @let x = percent(tick / end);
            line.tick x1=(x) x2=(x) y1="0" y2="5" {}
            text.word x=(x) y="18" text-anchor=(anchor) { (round(tick / length)) " " (unit) }
        }
    }
}

/// Returns round numbers from zero to `max`, at most six.
fn ticks(max: f64) -> Vec<f64> {
    let magnitude = 10_f64.powf((max / 5.0).log10().floor());
    let mut steps = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * magnitude);
    let step = steps.find(|step| step * 5.0 >= max * 0.999).unwrap_or(max);
    (0..6).map(|index| f64::from(index) * step).filter(|tick| *tick <= max * 1.001).collect()
}

/// Writes a round number as it stands on an axis: `0`, `0.5`, `1,000`.
fn round(number: f64) -> String {
    if number.fract() == 0.0 { whole(number as usize) } else { short(number, 6) }
}
