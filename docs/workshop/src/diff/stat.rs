//! How much changes from stage to stage, as a table.

use std::fmt;
use std::ops::AddAssign;

use super::compare::{Comparison, Counts};
use super::row::Side;

/// A table for each comparison: file, lines added, removed and moved; and their sums.
pub fn table(comparisons: &[Comparison]) -> String {
    let paths = comparisons.iter().flat_map(|comparison| &comparison.files).map(|file| file.path.len());
    let width = paths.max().unwrap_or(0).max("total".len());
    comparisons.iter().map(|comparison| one(comparison, width)).collect::<Vec<_>>().join("\n")
}

fn one(comparison: &Comparison, width: usize) -> String {
    let mut table = format!("{} and {}\n", comparison.old, comparison.new);
    table += &format!("  {:width$}  {:>6}  {:>7}  {:>5}\n", "file", "added", "removed", "moved");
    let mut sum = Counts::default();
    for file in &comparison.files {
        let counts = file.counts();
        sum += counts;
        let note = match file.only_in {
            Some(Side::Old) => "  file removed",
            Some(Side::New) => "  file added",
            None => "",
        };
        table += &format!("  {:width$}{}{note}\n", file.path, columns(counts));
    }
    table + &format!("  {:width$}{}\n", "total", columns(sum))
}

fn columns(Counts { added, removed, moved }: Counts) -> String {
    format!("  {added:>6}  {removed:>7}  {moved:>5}")
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.added += other.added;
        self.removed += other.removed;
        self.moved += other.moved;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { added, removed, moved } = self;
        write!(f, "{added} added, {removed} removed, {moved} moved")
    }
}
