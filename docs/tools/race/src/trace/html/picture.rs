//! The lanes of a scene as a picture, on the clock of all scenes.

use maud::{Markup, html};

use super::clock::{Clock, written};
use super::lanes::Lanes;
use super::parts::{Part, arrows, parts, words};
use crate::trace::scene::Scene;

/// Sizes in pixels: the heights of the axis, of a lane and of a block in it, and the width of a letter.
const AXIS: f64 = 40.0;
const LANE: f64 = 46.0;
const BLOCK: f64 = 18.0;
const LETTER: f64 = 6.2;

/// Draws a scene, with the labels of its lanes on the left.
pub fn picture(scene: &Scene, lanes: &Lanes, clock: &Clock) -> Markup {
    let height = AXIS + lanes.0.len() as f64 * LANE;
    html! {
        div.lanes {
            div.labels { @for (_, label) in &lanes.0 { button type="button" disabled title=(label) { (label) } } }
            svg width=(clock.width) height=(height) role="img" aria-label=(scene.title) {
                @for (x, time) in &clock.ticks {
                    line.tick x1=(x) x2=(x) y1=(AXIS - 10.0) y2=(height) {}
                    text.time x=(x) y=(AXIS - 14.0) { (written(*time, 2)) }
                }
                @for lane in 0..lanes.0.len() {
                    @let y = top(lane) + BLOCK / 2.0;
                    line.life x1="0" x2=(clock.width) y1=(y) y2=(y) {}
                }
                @for (cause, arrow) in arrows(scene, lanes) { (drawn(cause, &arrow, scene, clock)) }
                @for (x, gap) in &clock.breaks {
                    @let teeth = format!("M{:.1} {}{}", x - 3.0, AXIS - 10.0, "l6 6l-6 6".repeat((height - AXIS) as usize / 12));
                    path.torn d=(teeth) {}
                    path.tear d=(teeth) {}
                    text.gap x=(x) y="12" text-anchor="middle" { (written(*gap, usize::from(*gap < 10_000_000))) }
                }
                @for part in parts(scene, lanes) { (block(&part, scene, clock)) }
            }
        }
    }
}

fn top(lane: usize) -> f64 {
    AXIS + lane as f64 * LANE + 5.0
}

/// Draws a part, with the most words that fit.
fn block(part: &Part, scene: &Scene, clock: &Clock) -> Markup {
    let (x, end) = (clock.x(scene, part.from), clock.x(scene, part.to));
    let about = words(scene, part);
    let fitting = about.iter().find(|words| words.chars().count() as f64 * LETTER < end - x - 3.0);
    let (y, height, text) = match part.class {
        "phase" => (top(part.lane) + BLOCK + 5.0, 3.0, 13.0),
        "registered" => (top(part.lane) + BLOCK, 2.0, 12.0),
        _ => (top(part.lane), BLOCK, 13.0),
    };
    html! {
        g.part.(part.class) data-from=(part.from) data-to=(part.to) {
            title { (about[0]) }
            rect x=(x) y=(y) width=((end - x).max(3.0) - 1.0) height=(height) rx="2" {}
            @if part.class == "registered" { circle cx=(x) cy=(y) r="3" {} }
            @else if let Some(words) = fitting { text x=(x + 4.0) y=(y + text) { (words) } }
        }
    }
}

/// Draws an arrow from its cause to the poll that follows. Without one, it leads to the lane.
fn drawn(cause: Option<usize>, arrow: &Part, scene: &Scene, clock: &Clock) -> Markup {
    let (x, end) = (clock.x(scene, arrow.from), clock.x(scene, arrow.to));
    let middle = BLOCK / 2.0;
    let from = cause.map_or(AXIS - 4.0, |lane| top(lane) + middle);
    let target = top(arrow.lane) + middle;
    let is_up = from > target;
    let to = if is_up { target + middle + 1.0 } else { target - middle - 1.0 };
    // A task that wakes itself: over its own block.
    let bend = if from == target { target - 2.6 * middle } else { (from + to) / 2.0 };
    html! {
        g.(arrow.class) data-from=(arrow.from) data-to=(arrow.to) {
            path d=(format!("M{x:.1} {from}C{x:.1} {bend} {end:.1} {bend} {end:.1} {to}")) {}
            path.tip d=(format!("M{end:.1} {to}l-3.5 {}h7z", if is_up { 6 } else { -6 })) {}
        }
    }
}
