//! How much changes from stage to stage, as a table.

use super::compare::Comparison;
use super::file::Role;

/// Returns a table for each comparison: the lines of each file that were added and removed, and their sums.
pub fn table(comparisons: &[Comparison<'_>]) -> String {
    let files = comparisons.iter().flat_map(|comparison| &comparison.files);
    let width = files.map(|file| file.path.len()).max().unwrap_or(0).max("total".len());
    comparisons.iter().map(|comparison| one(comparison, width)).collect::<Vec<_>>().join("\n")
}

fn one(comparison: &Comparison<'_>, width: usize) -> String {
    let row = |path: &str, added: &str, removed: &str, note: &str| {
        let row = format!("  {path:width$}  {added:>6}  {removed:>7}  {note}");
        row.trim_end().to_owned() + "\n"
    };
    let mut table = format!("{} and {}\n", comparison.old.name, comparison.new.name);
    table += &row("file", "added", "removed", "");
    let mut sum = (0, 0);
    for file in &comparison.files {
        let (added, removed) = match file.role {
            Role::Kept => (0, 0),
            _ => (file.added, file.removed),
        };
        table += &row(file.path, &added.to_string(), &removed.to_string(), &comparison.origin(file));
        sum = (sum.0 + added, sum.1 + removed);
    }
    table + &row("total", &sum.0.to_string(), &sum.1.to_string(), "")
}
