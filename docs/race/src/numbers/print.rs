//! The numbers as a table, and as JSON.

use std::env::consts::{ARCH, OS};
use std::iter;
use std::ops::Range;

use serde_json::{Value, json};

use super::cpu::Clock;
use super::measure::Takes;
use super::published::{PUBLISHED, SOURCES};
use crate::units::{count, long_time, range, time};
use crate::wrap::wrapped;

/// How wide the cells of a row are, and a whole row with its source.
const CELLS: [usize; 4] = [8, 13, 13, 13];
const WIDEST: usize = 97;

/// How wide the sources are at most: about as wide as the table.
const SOURCES_IN: usize = 92;

/// What was measured.
pub struct Numbers {
    pub clock: Clock,
    /// The name of each thing, and how long it takes.
    pub measured: Vec<(&'static str, Takes)>,
}

/// A thing, how long it takes (with quartiles, on the long scale, in calls), and where the number is from.
struct Row {
    name: &'static str,
    cells: [String; 4],
    source: String,
}

/// The table in lines of at most `width` columns, without an end of line.
pub fn table(numbers: &Numbers, width: usize) -> String {
    let clock = &numbers.clock;
    let how = match clock.is_estimate {
        true => "estimated by a chain of additions and rotations",
        false => "which is assumed, not measured",
    };
    let clock = format!("The clock of this machine ({OS}, {ARCH}): {:.1} GHz, {how}.", clock.hertz / 1e9);
    let rows = rows(numbers);
    let first = if width < WIDEST { CELLS.len() - 1 } else { CELLS.len() };
    let mut text = wrapped(&clock, 0, width);
    for part in [0..first, first..CELLS.len()].into_iter().filter(|part| !part.is_empty()) {
        text += "\n";
        text.extend(rows.iter().map(|row| row.line(part.clone())));
    }
    for (index, source) in SOURCES.iter().enumerate() {
        text += &format!(
            "\n{}",
            wrapped(&format!("[{}] {source}", index + 1), 4, width.min(SOURCES_IN)).trim_end()
        );
    }
    text
}

fn rows(numbers: &Numbers) -> Vec<Row> {
    let row = |name, nanoseconds: f64, quartiles, source| {
        let scaled = long_time(numbers.cycles(nanoseconds));
        let cells = [time(nanoseconds), quartiles, scaled, count(nanoseconds / numbers.call())];
        Row { name, cells, source }
    };
    let measured = numbers.measured.iter().map(|(name, takes)| {
        let [least, most] = takes.quartiles.map(time);
        row(name, takes.median, range(&least, &most), String::new())
    });
    let published = PUBLISHED.iter().map(|published| {
        row(published.name, published.nanoseconds, String::new(), format!("[{}]", published.source + 1))
    });
    let heads = ["takes", "quartiles", "1 cycle = 1 s", "calls"];
    iter::once(Row::title("Measured here", heads))
        .chain(measured)
        .chain([Row::title("", [""; 4]), Row::title("Published, not measured here", [""; 4])])
        .chain(published)
        .collect()
}

impl Row {
    fn title(name: &'static str, cells: [&str; 4]) -> Row {
        Row { name, cells: cells.map(str::to_owned), source: String::new() }
    }

    /// The name and some of the cells. The source stands behind the last one.
    fn line(&self, part: Range<usize>) -> String {
        let mut line = format!("{:<37}", self.name);
        for index in part {
            let (cell, width) = (&self.cells[index], CELLS[index]);
            line += &format!("  {cell:>width$}");
            if index + 1 == CELLS.len() {
                line += &format!("  {}", self.source);
            }
        }
        format!("{}\n", line.trim_end())
    }
}

/// The document, without an end of line.
pub fn json(numbers: &Numbers) -> String {
    let number = |name: &str, nanoseconds: f64| {
        json!({
            "name": name,
            "nanoseconds": nanoseconds,
            "cycles": numbers.cycles(nanoseconds),
            "calls": nanoseconds / numbers.call(),
        })
    };
    let measured = numbers.measured.iter().map(|(name, takes)| {
        let mut value = number(name, takes.median);
        value["quartiles"] = takes.quartiles.to_vec().into();
        value
    });
    let published = PUBLISHED.iter().map(|published| {
        let mut value = number(published.name, published.nanoseconds);
        value["source"] = SOURCES[published.source].into();
        value
    });
    let document = json!({
        "optimized": !cfg!(debug_assertions),
        "clock": { "hertz": numbers.clock.hertz, "estimated": numbers.clock.is_estimate },
        "measured": measured.collect::<Value>(),
        "published": published.collect::<Value>(),
    });
    document.to_string()
}

impl Numbers {
    /// What everything is compared with: the first of all, a call.
    fn call(&self) -> f64 {
        self.measured.first().map_or(f64::NAN, |(_, takes)| takes.median)
    }

    fn cycles(&self, nanoseconds: f64) -> f64 {
        nanoseconds * self.clock.hertz / 1e9
    }
}
