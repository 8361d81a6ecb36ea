//! The comparison in the terminal: in two columns where there is room for them, and page by page.

mod cell;

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::ops::Range;
use std::process::{Child, Command, Stdio};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;

use self::cell::{cell, prose};
use super::compare::Comparison;
use super::file::{FileDiff, Role, Section};
use super::row::{Block, Line, Mark, Row, fold};
use crate::width;

/// The columns of the terminal that two columns of code need.
const TWO_COLUMNS: usize = 100;

/// The least number of columns that has room for a word.
const LEAST_WIDTH: usize = 30;

/// The line between the columns.
const BORDER: &str = " │ ";

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Shows comparisons, page by page in a terminal.
pub fn show(comparisons: &[Comparison<'_>]) -> io::Result<()> {
    let width = width::of_stdout().max(LEAST_WIDTH);
    let mut text = String::new();
    comparisons.iter().for_each(|comparison| write_pair(comparison, width, &mut text));
    let coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    page(&if coloured { text } else { anstream::adapter::strip_str(&text).to_string() })
}

/// Shows two texts side by side.
pub fn show_two(title: &str, old: &str, new: &str) -> io::Result<()> {
    let width = width::of_stdout().max(LEAST_WIDTH);
    let mut text = String::new();
    write_lines(prose(title, BOLD, width), &mut text);
    let file = FileDiff::of("", Role::Both, old, new);
    file.sections.iter().for_each(|section| write_section(&file, section, width, &mut text));
    anstream::stdout().write_all(text.as_bytes())
}

fn write_pair(comparison: &Comparison<'_>, width: usize, text: &mut String) {
    write_lines(prose(&comparison.title(), BOLD, width), text);
    *text += &format!("{}\n", "=".repeat(width.min(TWO_COLUMNS)));
    if let Some(idea) = comparison.idea() {
        write_lines(prose(idea, Style::new(), width), text);
    }
    let [old, new] = [&comparison.old.name, &comparison.new.name];
    let signs = format!("~ differs, - is only in {old}, + is only in {new}");
    write_lines(prose(&signs, DIM, width), text);
    let (shown, named) = comparison.shown();
    for file in shown {
        let title = format!("{}: {}. {}", file.path, file.verdict(), comparison.origin(file));
        text.push('\n');
        write_lines(prose(title.trim_end(), BOLD, width), text);
        if !file.is_same() {
            file.sections.iter().for_each(|section| write_section(file, section, width, text));
        }
    }
    for files in named.chunk_by(|a, b| a.role == b.role) {
        text.push('\n');
        write_lines(prose(&comparison.origin(files[0]), BOLD, width), text);
        for file in files {
            let line = format!("  {}, {}: {}", file.path, file.verdict(), file.summary);
            write_lines(prose(&line, Style::new(), width), text);
        }
    }
    text.push('\n');
}

fn write_section(file: &FileDiff<'_>, section: &Section<'_>, width: usize, text: &mut String) {
    let both = file.role == Role::Both;
    let half = (both && width >= TWO_COLUMNS).then(|| (width - BORDER.chars().count()) / 2);
    if both && section.names.iter().any(|names| !names.is_empty()) {
        let names = section.names.each_ref().map(|names| names.join(", "));
        match half {
            Some(half) => write_row(names.map(|names| prose(&names, BOLD, half)), half, text),
            None if names[0] == names[1] => write_lines(prose(&names[0], BOLD, width), text),
            None => write_lines(prose(&names.join(" | "), BOLD, width), text),
        }
    }
    for block in fold(&section.rows) {
        match (block, half) {
            (Block::Folded(lines), _) => *text += &format!("{DIM}     ... {lines} lines alike{DIM:#}\n"),
            (Block::Same(rows) | Block::Changed(rows), Some(half)) => write_columns(rows, half, text),
            (Block::Same(rows), None) => write_stacked(rows, 1..2, width, text),
            (Block::Changed(rows), None) => write_stacked(rows, 0..2, width, text),
        }
    }
}

/// Writes the two sides beside each other.
fn write_columns(rows: &[Row<'_>], half: usize, text: &mut String) {
    for row in rows {
        let cells =
            |line: &Option<Line<'_>>| line.as_ref().map_or(vec![], |line| cell(line, line.mark, half));
        write_row(row.each_ref().map(cells), half, text);
    }
}

/// Writes the two sides one below the other: there, a changed line is one that goes and one that comes.
fn write_stacked(rows: &[Row<'_>], sides: Range<usize>, width: usize, text: &mut String) {
    for line in sides.flat_map(|side| rows.iter().filter_map(move |row| row[side].as_ref())) {
        let mark = if line.mark == Mark::Changed { Mark::Alone } else { line.mark };
        write_lines(cell(line, mark, width), text);
    }
}

/// Writes two columns beside each other, and fills up the shorter one.
fn write_row([old, new]: [Vec<String>; 2], half: usize, text: &mut String) {
    let blank = " ".repeat(half);
    let rows = (0..old.len().max(new.len())).map(|index| {
        let right = new.get(index).map_or("", String::as_str);
        format!("{}{DIM}{BORDER}{DIM:#}{right}", old.get(index).unwrap_or(&blank))
    });
    write_lines(rows.collect(), text);
}

fn write_lines(lines: Vec<String>, text: &mut String) {
    for line in lines {
        *text += line.trim_end();
        text.push('\n');
    }
}

/// Shows `text` in a pager if stdout is a terminal, and prints it otherwise.
fn page(text: &str) -> io::Result<()> {
    let pager = if io::stdout().is_terminal() { pager() } else { None };
    let Some(mut pager) = pager else {
        return anstream::AutoStream::auto(io::stdout()).write_all(text.as_bytes());
    };
    // Ctrl-C is for the pager. Without a handler, the pager would be left alone with the terminal.
    let _ = ctrlc::set_handler(|| {});
    let written = pager.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
    pager.wait()?;
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// Starts the pager; none if `$PAGER` is empty or cannot be started.
fn pager() -> Option<Child> {
    let wanted = env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = wanted.split_whitespace();
    let mut command = Command::new(words.next()?);
    command.args(words).stdin(Stdio::piped());
    // As in git: with colours, no paging of what fits the screen, and the text stays on it.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}
