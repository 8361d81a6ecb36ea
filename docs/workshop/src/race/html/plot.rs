//! Lines, each with its own hue and marks.

use maud::{Markup, html};

use super::scale::{log_ticks, percent, ticks};

/// The height of a picture's inside, and what is above it and below, in CSS pixels.
const HIGH: f64 = 220.0;
const ABOVE: f64 = 20.0;
const BELOW: f64 = 24.0;
/// Where the first point is, and how far the last one is from it: beside them is room for words.
const LEFT: f64 = 0.22;
const WIDE: f64 = 0.7;
/// From this ratio of the most to the least on, heights are logarithms.
const STEEP: f64 = 20.0;

/// A contestant's points, each a share of the way from left to right, and a value.
pub struct Line {
    pub hue: usize,
    pub points: Vec<(f64, f64)>,
}

/// Draws lines over the places of `across`; upwards, ticks are round in a power of `unit`.
pub fn picture(
    label: &str,
    across: &[(f64, String)],
    lines: &[Line],
    said: fn(f64) -> String,
    unit: f64,
) -> Markup {
    let Some(heights) = Heights::of(lines, unit) else {
        return html! { p.note { "No contestant told it." } };
    };
    let x = |share: f64| percent(LEFT + WIDE * share);
    html! {
        svg.growth role="img" aria-label=(label) width="100%" height=(ABOVE + HIGH + BELOW) {
            @for tick in &heights.ticks {
                @let y = heights.y(*tick);
                line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                text.word x="0" y=(y - 4.0) { (said(*tick)) }
            }
            @if heights.logarithms {
                text.word x="100%" y="12" text-anchor="end" { "upwards, the axis is logarithmic" }
            }
            @for (share, number) in across {
                line.tick x1=(x(*share)) x2=(x(*share)) y1=(ABOVE + HIGH) y2=(ABOVE + HIGH + 5.0) {}
                text.word x=(x(*share)) y=(ABOVE + HIGH + 19.0) text-anchor="middle" { (number) }
            }
            @for line in lines {
                g.{ "c" (line.hue) } {
                    @for pair in line.points.windows(2) {
                        @let [x1, x2] = [x(pair[0].0), x(pair[1].0)];
                        @let [y1, y2] = [heights.y(pair[0].1), heights.y(pair[1].1)];
                        line.series x1=(x1) x2=(x2) y1=(y1) y2=(y2) {}
                    }
                    @for (at, value) in &line.points {
                        svg x=(x(*at)) y=(heights.y(*value)) { (mark(line.hue)) }
                    }
                }
            }
        }
    }
}

/// Shows how the line of a hue looks.
pub fn sample(hue: usize) -> Markup {
    html! {
        svg.sample width="36" height="14" aria-hidden="true" {
            line.series x1="0" x2="36" y1="7" y2="7" {}
            svg x="18" y="7" { (mark(hue)) }
        }
    }
}

/// A shape around the origin, another for each hue.
fn mark(hue: usize) -> Markup {
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
    html! { path.mark d=(shapes[hue % shapes.len()]) {} }
}

/// From numbers to heights.
struct Heights {
    ticks: Vec<f64>,
    logarithms: bool,
}

impl Heights {
    fn of(lines: &[Line], unit: f64) -> Option<Heights> {
        let values = || lines.iter().flat_map(|line| line.points.iter().map(|(_, value)| *value));
        let (least, most) = (values().min_by(f64::total_cmp)?, values().max_by(f64::total_cmp)?);
        let unit = unit.powf((most.ln() / unit.ln()).floor());
        let logarithms = most / least > STEEP;
        let ticks = if logarithms { log_ticks(least / unit, most / unit) } else { beyond(most / unit) };
        Some(Heights { ticks: ticks.into_iter().map(|tick| tick * unit).collect(), logarithms })
    }

    /// The distance from the top, in CSS pixels.
    fn y(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let share = if self.logarithms { (value / low).ln() / (high / low).ln() } else { value / high };
        ((ABOVE + HIGH - HIGH * share) * 10.0).round() / 10.0
    }
}

/// Round numbers from zero to `most` or beyond it.
fn beyond(most: f64) -> Vec<f64> {
    let mut ticks = ticks(most);
    let (last, step) = (ticks[ticks.len() - 1], ticks.get(1).copied().unwrap_or(1.0));
    if last < most {
        ticks.push(last + step);
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::{Heights, Line};

    fn heights(values: &[f64], unit: f64) -> Heights {
        let points = values.iter().map(|value| (1.0, *value)).collect();
        Heights::of(&[Line { hue: 0, points }], unit).expect("there are numbers")
    }

    #[test]
    fn every_number_lies_between_the_lowest_tick_and_the_highest() {
        for values in [&[0.0731, 0.1][..], &[5.0], &[1e-9, 1e9], &[1500.0, 36_000.0]] {
            let heights = heights(values, 1024.0);
            assert!(values.iter().all(|value| (19.9..=240.1).contains(&heights.y(*value))), "{values:?}");
        }
    }

    #[test]
    fn ticks_are_round_in_their_unit() {
        let kibibytes = heights(&[1536.0, 3000.0], 1024.0).ticks.into_iter().map(|tick| tick / 1024.0);
        assert_eq!(kibibytes.collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    }
}
