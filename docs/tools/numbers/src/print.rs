//! The numbers as a table, with what others have measured, elsewhere and earlier.

use std::env::consts::{ARCH, OS};
use std::iter;

use common::text::{count, long_time, range, time};
use workshop::table::{aligned, wrapped};

use crate::measure::Takes;

/// The results on this machine.
pub struct Numbers {
    /// The cycles of the CPU in a second.
    pub hertz: f64,
    /// The name of each thing, and how long it takes.
    pub measured: Vec<(&'static str, Takes)>,
}

/// The published numbers from small to large: a name, nanoseconds, and the number of a source.
const PUBLISHED: [(&str, f64, &str); 5] = [
    ("main memory: a reference", 100.0, "[1]"),
    ("SSD: a random read of 4 KB", 150e3, "[2]"),
    ("data centre: there and back", 500e3, "[1]"),
    ("disk: a seek", 10e6, "[1]"),
    ("California, the Netherlands, and back", 150e6, "[1]"),
];

const SOURCES: &str = "\
[1] Jeff Dean, \"Designs, Lessons and Advice from Building Large Distributed
    Systems\", keynote at LADIS 2009, slide \"Numbers Everyone Should Know\"
[2] Jonas Bonér and others, \"Latency Numbers Every Programmer Should Know\",
    2012, https://gist.github.com/jboner/2841832
";

/// The width of the names.
const NAMES: usize = 37;

/// A name and nanoseconds. Measured numbers have quartiles, and published ones a source.
type Row = (&'static str, f64, Option<String>, Option<String>);

/// Returns the table in lines of at most `width` columns.
pub fn table(numbers: &Numbers, width: usize) -> String {
    let hertz = numbers.hertz / 1e9;
    let clock = format!(
        "The clock of this machine ({OS}, {ARCH}): {hertz:.1} GHz, estimated by a chain of additions and rotations."
    );
    let measured = numbers.measured.iter().map(|(name, takes)| {
        let [least, most] = takes.quartiles.map(time);
        (*name, takes.median, Some(range(&least, &most)), None)
    });
    let published = PUBLISHED.map(|(name, time, source)| (name, time, None, Some(source.to_owned())));
    let measured = numbers.rows("Measured here", &measured.collect::<Vec<_>>(), width);
    let published = numbers.rows("Published, not measured here", &published, width);
    format!("{}\n{measured}{published}{SOURCES}", wrapped(&clock, 0, width))
}

impl Numbers {
    fn rows(&self, title: &str, rows: &[Row], width: usize) -> String {
        // All are compared with the first, a call.
        let call = self.measured.first().map_or(f64::NAN, |(_, takes)| takes.median);
        let names = iter::once(title).chain(rows.iter().map(|row| row.0));
        let column = |name: &str, cell: &dyn Fn(&Row) -> Option<String>| {
            (name.to_owned(), rows.iter().map(cell).collect())
        };
        let columns = [
            column("takes", &|row| Some(time(row.1))),
            column("quartiles", &|row| row.2.clone()),
            column("1 cycle = 1 s", &|row| Some(long_time(row.1 * self.hertz / 1e9))),
            column("calls", &|row| Some(count(row.1 / call))),
            column("source", &|row| row.3.clone()),
        ];
        aligned(names.map(|name| format!("{name:<NAMES$}")).collect(), NAMES, columns.into_iter(), width)
    }
}
