//! What changes in the course of a run: requests in flight, and memory.

use maud::{Markup, html};

use super::scale::{shown, time_lines};
use super::words::{UNKNOWN, count, moment, short, size};
use crate::race::results::Trace;

/// More pieces than this nobody sees.
const PIECES: usize = 400;
/// How many lines the table has.
const LISTED: usize = 10;

/// How high the picture is inside, and what it leaves free for the line at the top.
const HIGH: f64 = 100.0;
const FREE: f64 = 4.0;

/// Pairs of a time in milliseconds and what was there from then on.
pub type Points = Vec<(f64, f64)>;

/// The requests in flight.
pub fn in_flight(trace: &Trace) -> Points {
    sorted(trace.in_flight.iter().map(|(ms, open)| (*ms, *open as f64)))
}

/// The memory, in bytes.
pub fn memory(trace: &Trace) -> Points {
    sorted(trace.memory.iter().map(|(ms, bytes)| (*ms, *bytes as f64)))
}

fn sorted(points: impl Iterator<Item = (f64, f64)>) -> Points {
    let mut points: Points =
        points.filter(|(ms, _)| ms.is_finite()).map(|(ms, value)| (shown(ms), value)).collect();
    points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    points
}

/// A picture of `points` up to `top`, on a time axis that ends at `end`.
pub fn picture(points: &Points, end: f64, top: f64, label: &str) -> Markup {
    let view_box = format!("0 -{FREE} {} {}", short(end, 3), HIGH + FREE);
    html! {
        svg.track role="img" aria-label=(label) width="100%" height="64" {
            (time_lines(end, None))
            svg width="100%" height="100%" viewBox=(view_box) preserveAspectRatio="none" {
                path.area d=(area(points, end, top)) {}
            }
            line.base x1="0" x2="100%" y1="100%" y2="100%" {}
        }
    }
}

/// The way up and down, closed along the bottom.
fn area(points: &Points, end: f64, top: f64) -> String {
    let decimals = (3.0 - end.log10()).clamp(0.0, 6.0) as usize;
    let mut path = String::new();
    for (ms, value) in pieces(points, end) {
        let (x, y) = (short(ms.min(end), decimals), short(HIGH - HIGH * value / top.max(1.0), 2));
        path += &if path.is_empty() { format!("M{x} {HIGH}V{y}") } else { format!("H{x}V{y}") };
    }
    if path.is_empty() { path } else { format!("{path}H{}V{HIGH}Z", short(end, decimals)) }
}

/// The points, or the most in each of [`PIECES`] equal times if there are more of them.
fn pieces(points: &Points, end: f64) -> Points {
    if points.len() <= PIECES {
        return points.clone();
    }
    let piece = |index: usize| index as f64 * end / PIECES as f64;
    let most = |index: usize| Some((piece(index), most_between(points, piece(index), piece(index + 1))?));
    (0..PIECES).filter_map(most).collect()
}

/// The most that was there in this time; nothing if it was before the first point.
fn most_between(points: &Points, from: f64, to: f64) -> Option<f64> {
    let (before, rest) = points.split_at(points.partition_point(|(ms, _)| *ms <= from));
    let within = rest.iter().take_while(|(ms, _)| *ms < to);
    before.last().into_iter().chain(within).map(|(_, value)| *value).max_by(f64::total_cmp)
}

/// Both pictures in numbers, in ten equal times.
pub fn table(trace: &Trace, end: f64, caption: &str) -> Markup {
    let (in_flight, memory) = (in_flight(trace), memory(trace));
    let time = |index: usize| index as f64 * end / LISTED as f64;
    let most = |points: &Points, index| most_between(points, time(index), time(index + 1));
    html! {
        div.scroll role="region" aria-label=(caption) tabindex="0" {
            table {
                caption { (caption) }
                thead { tr {
                    th scope="col" { "time in ms" }
                    th.n scope="col" { "most requests in flight" }
                    th.n scope="col" { "most memory" }
                } }
                tbody { @for index in 0..LISTED { tr {
                    th scope="row" { (moment(time(index))) " to " (moment(time(index + 1))) }
                    td.n { (most(&in_flight, index).map_or(UNKNOWN.into(), |most| count(most as usize))) }
                    td.n { (most(&memory, index).map_or(UNKNOWN.into(), size)) }
                } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECES, area, most_between, pieces};

    #[test]
    fn no_peak_is_lost_among_many_points() {
        let points: Vec<_> =
            (0..5000).map(|ms| (f64::from(ms), if ms == 2501 { 99.0 } else { 1.0 })).collect();
        let pieces = pieces(&points, 5000.0);
        assert_eq!(pieces.len(), PIECES);
        assert_eq!(pieces.iter().filter(|(_, value)| *value == 99.0).count(), 1);
    }

    #[test]
    fn what_began_earlier_lasts() {
        let points = vec![(0.0, 7.0), (10.0, 1.0)];
        assert_eq!(most_between(&points, 5.0, 8.0), Some(7.0));
        assert_eq!(most_between(&points, 11.0, 12.0), Some(1.0));
        assert_eq!(most_between(&Vec::new(), 0.0, 1.0), None);
    }

    #[test]
    fn a_picture_of_steps_ends_at_the_bottom() {
        assert_eq!(area(&vec![(0.0, 1.0), (50.0, 2.0)], 100.0, 2.0), "M0 100V50H50V0H100V100Z");
        assert_eq!(area(&Vec::new(), 100.0, 0.0), "");
    }
}
