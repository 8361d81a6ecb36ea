//! Lines, each with its own hue and marks.

use maud::{Markup, html};

use super::scale::{percent, ticks};

/// The height of a picture's inside, and what is above it and below, in CSS pixels.
const HIGH: f64 = 220.0;
const ABOVE: f64 = 20.0;
const BELOW: f64 = 24.0;
/// Where the first point is, and how far the last one is from it: beside them is room for words.
const LEFT: f64 = 0.22;
const WIDE: f64 = 0.7;

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
}

impl Heights {
    fn of(lines: &[Line], unit: f64) -> Option<Heights> {
        let values = lines.iter().flat_map(|line| line.points.iter().map(|(_, value)| *value));
        let most = values.max_by(f64::total_cmp)?;
        let unit = unit.powf((most.ln() / unit.ln()).floor());
        let mut ticks = ticks(most / unit);
        let (last, step) = (ticks[ticks.len() - 1], ticks.get(1).copied().unwrap_or(1.0));
        if last < most / unit {
            ticks.push(last + step);
        }
        Some(Heights { ticks: ticks.into_iter().map(|tick| tick * unit).collect() })
    }

    /// The distance from the top, in CSS pixels.
    fn y(&self, value: f64) -> f64 {
        let share = value / self.ticks[self.ticks.len() - 1];
        ((ABOVE + HIGH - HIGH * share) * 10.0).round() / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Heights, Line};

    #[test]
    fn every_number_lies_below_the_highest_tick_and_ticks_are_round_in_their_unit() {
        for values in [&[0.0731, 0.1][..], &[5.0], &[1e-9, 1e9], &[1536.0, 3000.0]] {
            let points = values.iter().map(|value| (1.0, *value)).collect();
            let heights = Heights::of(&[Line { hue: 0, points }], 1024.0).expect("there are numbers");
            assert!(values.iter().all(|value| (19.9..=240.1).contains(&heights.y(*value))), "{values:?}");
            if values.contains(&3000.0) {
                assert_eq!(heights.ticks, [0.0, 1024.0, 2048.0, 3072.0]);
            }
        }
    }
}
