//! The scale of a picture: coordinates, and the round numbers of a time axis.

use maud::{Markup, html};

use common::text::whole;

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

/// Draws a time axis: lines from the top to `bottom`, and the times below them.
pub fn time_axis(end: f64, bottom: f64) -> Markup {
    let (unit, length) = if end < 10_000.0 { ("ms", 1.0) } else { ("s", 1e3) };
    html! {
        @for tick in ticks(end) {
            @let anchor = if tick == 0.0 { "start" } else if tick > end * 0.94 { "end" } else { "middle" };
            @let x = percent(tick / end);
            line.grid x1=(x) x2=(x) y1="0" y2=(bottom) {}
            text.word x=(x) y=(bottom + 16.0) text-anchor=(anchor) { (round(tick / length)) " " (unit) }
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
