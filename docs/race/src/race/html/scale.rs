//! Where a number lies on a picture, and the round numbers beside it.

use maud::{Markup, html};

use super::words::{round, short};

/// What a picture can show: no infinity, nothing before the start, nothing beyond 30,000 years.
pub fn shown(number: f64) -> f64 {
    if number.is_finite() { number.clamp(0.0, 1e15) } else { 0.0 }
}

/// A coordinate in percent: so a picture is as wide as there is room, and its text is not stretched.
pub fn percent(share: f64) -> String {
    format!("{}%", short(shown(share).min(1.0) * 100.0, 2))
}

/// Round numbers from zero to `max`, at most six.
pub fn ticks(max: f64) -> Vec<f64> {
    if max <= 0.0 {
        return vec![0.0];
    }
    let magnitude = 10_f64.powf((max / 5.0).log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude).into_iter().find(|step| step * 5.0 >= max * 0.999);
    let step = step.unwrap_or(max);
    (0..6).map(|index| f64::from(index) * step).filter(|tick| *tick <= max * 1.001).collect()
}

/// The lines of a time axis, behind what happened: each a moment, one of them the floor.
pub fn time_lines(end: f64, floor: Option<f64>) -> Markup {
    let floor = floor.filter(|floor| floor.is_finite() && *floor <= end);
    html! {
        @for tick in ticks(end) {
            @let x = percent(tick / end);
            line.grid x1=(x) x2=(x) y1="0" y2="100%" {}
        }
        @if let Some(floor) = floor {
            @let x = percent(floor / end);
            line.floor x1=(x) x2=(x) y1="0" y2="100%" {}
        }
    }
}

/// The words of a time axis, below what happened.
pub fn time_words(end: f64) -> Markup {
    let (unit, length) = if end < 10_000.0 { ("ms", 1.0) } else { ("s", 1e3) };
    let ticks = ticks(end);
    html! {
        @for tick in &ticks {
            @let anchor = if *tick == 0.0 { "start" } else if *tick > end * 0.94 { "end" } else { "middle" };
            @let x = percent(tick / end);
            line.tick x1=(x) x2=(x) y1="0" y2="5" {}
            text.word x=(x) y="18" text-anchor=(anchor) { (round(tick / length)) " " (unit) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{percent, ticks};

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(251.0), [0.0, 100.0, 200.0]);
        assert_eq!(ticks(2530.0), [0.0, 1000.0, 2000.0]);
        assert_eq!(ticks(10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(0.0), [0.0]);
        for max in [1e-9, 0.3, 7.0, 1e15] {
            assert!((2..=6).contains(&ticks(max).len()), "{max}: {:?}", ticks(max));
        }
    }

    #[test]
    fn a_coordinate_is_short_and_on_the_picture() {
        assert_eq!([0.5, 1.0 / 3.0, 7.0, -1.0, f64::NAN].map(percent), ["50%", "33.33%", "100%", "0%", "0%"]);
    }
}
