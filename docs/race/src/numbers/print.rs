//! The numbers as a table, and as JSON.

use std::env::consts::{ARCH, OS};
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::cpu::Clock;
use super::measure::Takes;
use super::published::{PUBLISHED, SOURCES};
use crate::units::{count, long_time, range, time};

const RELEASE: &str = "cargo run --quiet --release -p race -- numbers";

/// What was measured.
pub struct Numbers {
    pub clock: Clock,
    /// The name of each thing, and how long it takes.
    pub measured: Vec<(&'static str, Takes)>,
}

/// The table, without an end of line.
pub fn table(numbers: &Numbers) -> String {
    let clock = &numbers.clock;
    let how = match clock.is_estimate {
        true => "estimated by a chain of additions and rotations",
        false => "which is assumed, not measured",
    };
    let mut text = String::new();
    if cfg!(debug_assertions) {
        text += &format!(
            "Built without optimization: what the CPU does alone looks slow. Better:\n\n    {RELEASE}\n\n"
        );
    }
    text += &format!("The clock of this machine ({OS}, {ARCH}): {:.1} GHz, {how}.\n\n", clock.hertz / 1e9);
    text += &row("Measured here", ["takes", "quartiles", "1 cycle = 1 s", "calls"].map(str::to_owned), "");
    for (name, takes) in &numbers.measured {
        let [least, most] = takes.quartiles.map(time);
        text += &line(name, takes.median, range(&least, &most), numbers, "");
    }
    text += "\nPublished, not measured here\n";
    for published in &PUBLISHED {
        let source = format!("  [{}]", published.source + 1);
        text += &line(published.name, published.nanoseconds, String::new(), numbers, &source);
    }
    for (index, source) in SOURCES.iter().enumerate() {
        let _ = write!(text, "\n[{}] {source}", index + 1);
    }
    text
}

fn line(name: &str, nanoseconds: f64, quartiles: String, numbers: &Numbers, end: &str) -> String {
    let [time, calls] = [time(nanoseconds), count(nanoseconds / numbers.call())];
    row(name, [time, quartiles, long_time(numbers.cycles(nanoseconds)), calls], end)
}

fn row(name: &str, [time, quartiles, scaled, calls]: [String; 4], end: &str) -> String {
    format!("{name:<37}  {time:>8}  {quartiles:>13}  {scaled:>13}  {calls:>13}{end}\n")
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
        value["source"] = SOURCES[published.source].replace("\n    ", " ").into();
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
