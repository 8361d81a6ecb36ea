//! [`Clock`]: the axis of a page, on which long gaps are short.

use std::collections::BTreeMap;

use crate::recording::Scene;

/// A longer gap, in nanoseconds, is drawn as a break.
const LONG: u64 = 1_000_000;

/// Widths in pixels: of a break, and between two times on the axis.
const BREAK: f64 = 56.0;
const APART: f64 = 84.0;

/// The axis of the picture.
pub struct Clock {
    pub width: f64,
    /// The middle of each break, and how long it really is.
    pub breaks: Vec<(f64, u64)>,
    /// The places and times that stand on the axis.
    pub ticks: Vec<(f64, u64)>,
}

impl Clock {
    /// Finds the place of each entry.
    pub fn new(scenes: &mut [Scene<'_>]) -> Self {
        let times = scenes.iter().flat_map(|scene| (0..scene.entries.len()).map(|entry| scene.time(entry)));
        let mut places: BTreeMap<u64, f64> = times.map(|time| (time, 0.0)).collect();
        let (mut x, mut before, mut breaks, mut ticks) = (16.0, 0, Vec::new(), Vec::new());
        for (&time, place) in &mut places {
            let gap = time - before;
            let is_break = gap > LONG;
            if is_break {
                breaks.push((x + BREAK / 2.0, gap));
            }
            // A gap four times as long is twice as wide, so that long ones and short ones are seen.
            x += if is_break { BREAK } else { 3.0 + 1.3 * (gap as f64 / 1e3).sqrt() };
            if is_break || ticks.last().is_none_or(|(last, _)| x - last >= APART) {
                ticks.push((x, time));
            }
            (*place, before) = (x, time);
        }
        for scene in scenes {
            scene.x = (0..scene.entries.len()).map(|entry| places[&scene.time(entry)]).collect();
        }
        Self { width: x + 64.0, breaks, ticks }
    }
}

/// Writes a time, as `160 µs` or `45.29 ms`.
pub fn written(ns: u64) -> String {
    if ns < LONG { format!("{} µs", ns / 1000) } else { format!("{:.2} ms", ns as f64 / 1e6) }
}
