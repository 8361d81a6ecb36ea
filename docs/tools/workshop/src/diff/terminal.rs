//! The comparison in the terminal: one listing, in which the old lines of a change stand above the new ones.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::compare::Comparison;
use super::file::{FileDiff, Role, Section};
use super::row::{Block, Line, Mark, Row, fold, is_same};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Shows comparisons.
pub fn show(comparisons: &[Comparison<'_>]) -> io::Result<()> {
    let text: String = comparisons.iter().map(pair).collect();
    anstream::stdout().write_all(text.as_bytes())
}

/// Shows two texts in one listing.
pub fn show_two(title: &str, old: &str, new: &str) -> io::Result<()> {
    let sections: String = FileDiff::of("", Role::Both, old, new).sections.iter().map(section).collect();
    write!(anstream::stdout(), "{BOLD}{title}{BOLD:#}\n{sections}")
}

fn pair(comparison: &Comparison<'_>) -> String {
    let idea = comparison.idea().unwrap_or_default();
    let mut text = format!("{BOLD}{}{BOLD:#}\n{idea}\n", comparison.title());
    for file in &comparison.files {
        let title = format!("{}: {}", file.path, file.verdict());
        if !comparison.is_shown(file) {
            text += &format!("\n{title}. {}\n", file.summary);
            continue;
        }
        text += &format!("\n{BOLD}{title}{BOLD:#}\n");
        if file.added + file.removed > 0 {
            text.extend(file.sections.iter().map(section));
        }
    }
    text + "\n"
}

/// Returns the lines of a section, below its names, if both stages have any.
fn section(section: &Section<'_>) -> String {
    let [old, new] = section.names.each_ref().map(|names| names.join(", "));
    let mut text = match (&*old, &*new) {
        ("", _) | (_, "") => String::new(),
        (old, new) if old == new => format!("{BOLD}{old}{BOLD:#}\n"),
        (old, new) => format!("{BOLD}{old} | {new}{BOLD:#}\n"),
    };
    text.extend(fold(&section.rows).into_iter().map(|block| match block {
        Block::Folded(lines) => format!("{DIM}     ... {lines} lines alike{DIM:#}\n"),
        Block::Rows(rows) => listed(rows),
    }));
    text
}

/// Returns the old lines of a block, and below them the new ones; where nothing changes, each line once.
fn listed(rows: &[Row<'_>]) -> String {
    let sides = if rows.iter().all(is_same) { 1..2 } else { 0..2 };
    let lines = sides.flat_map(|side| rows.iter().filter_map(move |row| Some((side, row[side].as_ref()?))));
    lines.map(|(side, line)| numbered(line, side)).collect()
}

/// Returns a line behind its number and its sign.
fn numbered(line: &Line<'_>, side: usize) -> String {
    let (colour, sign) = match (line.mark, side) {
        (Mark::Same, _) => (Style::new(), ' '),
        (_, 0) => (AnsiColor::Red.on_default(), '-'),
        _ => (AnsiColor::Green.on_default(), '+'),
    };
    let code = line.pieces.iter().map(|piece| {
        let style = match line.mark {
            _ if piece.differs => colour.bold().underline(),
            Mark::Changed => Style::new(),
            _ => colour,
        };
        format!("{style}{}{style:#}", piece.text)
    });
    format!("{DIM}{:>4}{DIM:#} {colour}{sign}{colour:#} {}\n", line.number, code.collect::<String>())
}
