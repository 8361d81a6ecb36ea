//! The lanes of a scene as a picture, on the clock of all scenes.

use std::cmp::Reverse;

use maud::{Markup, html};
use trace::words::{duration, path};
use trace::{Entry, Event::*};

use super::clock::{Clock, written};
use crate::lanes::{OPEN, Span};
use crate::recording::Scene;

/// Sizes in pixels: the heights of the axis, of a lane and of a block in it, and the width of a letter.
const AXIS: f64 = 40.0;
const LANE: f64 = 46.0;
const BLOCK: f64 = 18.0;
const LETTER: f64 = 6.2;

/// Draws a scene, with the labels of its lanes on the left.
pub fn picture(scene: &Scene<'_>, clock: &Clock) -> Markup {
    let (lanes, x) = (&scene.lanes.0, &scene.x);
    let height = AXIS + lanes.len() as f64 * LANE;
    let lane = |span| Some((scene.lanes.holds(span, &scene.entries[span.from])?, span));
    let spans: Vec<(usize, &Span)> = scene.spans.iter().filter_map(lane).collect();
    html! {
        div.lanes {
            div.labels { @for (_, label) in lanes { button type="button" disabled title=(label) { (label) } } }
            svg width=(clock.width) height=(height) role="img" aria-label=(scene.title) {
                @for (x, time) in &clock.ticks {
                    line.tick x1=(x) x2=(x) y1=(AXIS - 10.0) y2=(height) {}
                    text.time x=(x) y=(AXIS - 14.0) { (written(*time)) }
                }
                // The line of a lane is as long as it has something.
                @for (lane, span) in &spans {
                    @if matches!(span.kind, "life" | "busy" | "blocked" | "sleeps") {
                        line.life x1=(x[span.from]) x2=(x[span.to]) y1=(middle(*lane)) y2=(middle(*lane)) {}
                    }
                }
                (arrows(scene))
                @for (x, gap) in &clock.breaks {
                    @let teeth = format!("M{:.1} {}{}", x - 3.0, AXIS - 10.0, "l6 6l-6 6".repeat((height - AXIS) as usize / 12));
                    path.torn d=(teeth) {}
                    path.tear d=(teeth) {}
                    text.gap x=(x) y="12" text-anchor="middle" { (duration(*gap)) }
                }
                @for (lane, span) in &spans { @if span.kind != "life" { (block(*lane, span, scene)) } }
            }
        }
    }
}

fn top(lane: usize) -> f64 {
    AXIS + lane as f64 * LANE + 5.0
}

fn middle(lane: usize) -> f64 {
    top(lane) + BLOCK / 2.0
}

/// Draws a span as a block, with the most words that fit.
fn block(lane: usize, span: &Span, scene: &Scene<'_>) -> Markup {
    let (x, end) = (scene.x[span.from], scene.x[span.to]);
    let class = if span.kind == "poll" && span.end != OPEN { span.end } else { span.kind };
    let entry = &scene.entries[span.from];
    // What it is called, the longest words first.
    let about = match &entry.event {
        Entered { phase, .. } => {
            vec![format!("{phase} {}", entry.url.as_deref().map_or("", path)), phase.to_string()]
        }
        Blocked { on } => ["waits for ", ""].map(|waits| waits.to_owned() + &on.replace('`', "")).into(),
        Polled { .. } if class != "poll" => {
            vec![format!("poll → {class}"), format!("→ {class}"), "poll".into()]
        }
        _ => vec![class.to_owned()],
    };
    let fitting = about.iter().find(|words| words.chars().count() as f64 * LETTER < end - x - 3.0);
    let (y, height, text) = match class {
        "phase" => (top(lane) + BLOCK + 5.0, 3.0, 13.0),
        "registered" => (top(lane) + BLOCK, 2.0, 12.0),
        _ => (top(lane), BLOCK, 13.0),
    };
    html! {
        g.part.(class) data-from=(span.from) data-to=(span.to) {
            title { (about[0]) }
            rect x=(x) y=(y) width=((end - x).max(3.0) - 1.0) height=(height) rx="2" {}
            @if class == "registered" { circle cx=(x) cy=(y) r="3" {} }
            @else if let Some(words) = fitting { text x=(x + 4.0) y=(y + text) { (words) } }
        }
    }
}

/// Draws the wake-ups, each from its cause to the poll that follows or else to the lane, and the calls by a
/// loop.
fn arrows(scene: &Scene<'_>) -> Markup {
    let (lanes, entries) = (&scene.lanes, scene.entries);
    let of = |task| lanes.of(&format!("task {task}"));
    let wake = |&Span { from, to, end, .. }: &Span| {
        let Woken { task, through, .. } = entries[from].event else { return None };
        let child = through.and_then(of);
        let class = if child.is_some() { "wake through" } else { "wake" };
        let cause = child.or_else(|| lanes.context(&entries[from]));
        let to = if end == OPEN { from } else { to };
        // What is dropped needs no wake-up any more.
        let is_dropped = || entries.iter().any(|entry| entry.event == Dropped { task });
        (end != OPEN || !is_dropped()).then_some(arrow(class, (cause, from), (of(task)?, to), scene))
    };
    let mut wakes: Vec<_> = scene.spans.iter().filter(|span| span.kind == "wake").collect();
    wakes.sort_by_key(|span| Reverse(span.from));
    let call = |(index, entry): (usize, &Entry)| {
        let lane = lanes.context(entry).filter(|_| matches!(entry.event, Called { .. }))?;
        Some(arrow("wake", (lanes.of(&entry.thread), index), (lane, index), scene))
    };
    let calls = entries.iter().enumerate().filter_map(call);
    html! { @for arrow in wakes.into_iter().filter_map(wake).chain(calls) { (arrow) } }
}

/// Draws an arrow between two lanes and entries.
fn arrow(class: &str, from: (Option<usize>, usize), to: (usize, usize), scene: &Scene<'_>) -> Markup {
    let (x, end) = (scene.x[from.1], scene.x[to.1]);
    let (start, target) = (from.0.map_or(AXIS - 4.0, middle), middle(to.0));
    let (is_up, edge) = (start > target, BLOCK / 2.0 + 1.0);
    let tip = if is_up { target + edge } else { target - edge };
    // A task that wakes itself: over its own block.
    let bend = if start == target { target - 1.3 * BLOCK } else { (start + tip) / 2.0 };
    html! {
        g.(class) data-from=(from.1) data-to=(to.1) {
            path d=(format!("M{x:.1} {start}C{x:.1} {bend} {end:.1} {bend} {end:.1} {tip}")) {}
            path.tip d=(format!("M{end:.1} {tip}l-3.5 {}h7z", if is_up { 6 } else { -6 })) {}
        }
    }
}
