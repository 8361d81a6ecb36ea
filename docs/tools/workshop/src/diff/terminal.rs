//! The comparison in the terminal: in two columns where there is room for them, and page by page.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::process::{Command, Stdio};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use textwrap::wrap;

use super::compare::Comparison;
use super::file::{FileDiff, Role, Section};
use super::row::{Block, Line, Mark, Row, fold, is_same};
use crate::syntax::Piece;
use crate::width;

/// The columns of the terminal that two columns of code need.
const TWO_COLUMNS: usize = 100;

/// The line between the columns.
const BORDER: &str = " │ ";

/// Room for the number of a line, its sign, and spaces.
const GUTTER: usize = 7;

/// The columns by which the rest of a broken line stands further to the right.
const HANGING: usize = 4;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Shows comparisons, page by page in a terminal.
pub fn show(comparisons: &[Comparison<'_>]) -> io::Result<()> {
    let width = width::of_stdout();
    let text: String = comparisons.iter().map(|comparison| pair(comparison, width)).collect();
    let coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    page(&if coloured { text } else { anstream::adapter::strip_str(&text).to_string() })
}

/// Shows two texts side by side.
pub fn show_two(title: &str, old: &str, new: &str) -> io::Result<()> {
    let width = width::of_stdout();
    let file = FileDiff::of("", Role::Both, old, new);
    let sections: String = file.sections.iter().map(|part| section(part, true, width)).collect();
    write!(anstream::stdout(), "{}{sections}", prose(title, BOLD, width))
}

fn pair(comparison: &Comparison<'_>, width: usize) -> String {
    let mut text = prose(&comparison.title(), BOLD, width);
    text += &format!("{}\n", "=".repeat(width.min(TWO_COLUMNS)));
    text += &prose(comparison.idea().unwrap_or_default(), Style::new(), width);
    for file in &comparison.files {
        let title = format!("\n{}: {}", file.path, file.verdict());
        if !comparison.is_shown(file) {
            text += &prose(&format!("{title}. {}", file.summary), Style::new(), width);
            continue;
        }
        text += &prose(&title, BOLD, width);
        if file.added + file.removed > 0 {
            let is_both = file.role == Role::Both;
            text.extend(file.sections.iter().map(|part| section(part, is_both, width)));
        }
    }
    text + "\n"
}

/// Returns a text of one style, broken between words.
fn prose(text: &str, style: Style, width: usize) -> String {
    wrap(text, width).iter().map(|line| format!("{style}{line}{style:#}\n")).collect()
}

fn section(section: &Section<'_>, is_both: bool, width: usize) -> String {
    let half = (is_both && width >= TWO_COLUMNS).then(|| (width - BORDER.chars().count()) / 2);
    let mut text = String::new();
    let [old, new] = section.names.each_ref().map(|names| names.join(", "));
    match half {
        _ if !is_both || old.len() + new.len() == 0 => {}
        Some(half) => text += &format!("{BOLD}{old:half$.half$}{BORDER}{new:.half$}{BOLD:#}\n"),
        None if old == new => text += &prose(&old, BOLD, width),
        None => text += &prose(&format!("{old} | {new}"), BOLD, width),
    }
    for block in fold(&section.rows) {
        match (block, half) {
            (Block::Folded(lines), _) => text += &format!("{DIM}     ... {lines} lines alike{DIM:#}\n"),
            (Block::Rows(rows), Some(half)) => text.extend(rows.iter().map(|row| beside(row, half))),
            (Block::Rows(rows), None) => text += &below(rows, width),
        }
    }
    text
}

/// Returns the two sides beside each other.
fn beside(row: &Row<'_>, half: usize) -> String {
    let cells = |side: usize| row[side].as_ref().map_or(vec![], |line| cell(line, side, half));
    let (old, new) = (cells(0), cells(1));
    let line = |index: usize| {
        let (left, length) = old.get(index).cloned().unwrap_or_default();
        let right = new.get(index).map_or("", |(text, _)| text);
        format!("{left}{:1$}{DIM}{BORDER}{DIM:#}{right}\n", "", half.saturating_sub(length))
    };
    (0..old.len().max(new.len())).map(line).collect()
}

/// Returns the two sides one below the other.
fn below(rows: &[Row<'_>], width: usize) -> String {
    let sides = if rows.iter().all(is_same) { 1..2 } else { 0..2 };
    let lines = sides.flat_map(|side| rows.iter().filter_map(move |row| Some((side, row[side].as_ref()?))));
    lines.flat_map(|(side, line)| cell(line, side, width)).map(|(text, _)| text + "\n").collect()
}

/// Returns a line behind its number and its sign, in parts that fit, each with its length. It is broken after
/// spaces and before dots.
fn cell(line: &Line<'_>, side: usize, width: usize) -> Vec<(String, usize)> {
    let (colour, sign) = match (line.mark, side) {
        (Mark::Same, _) => (Style::new(), ' '),
        (_, 0) => (AnsiColor::Red.on_default(), '-'),
        _ => (AnsiColor::Green.on_default(), '+'),
    };
    let hanging = GUTTER + (line.indent() + HANGING).min(width / 3);
    let mut text = format!("{DIM}{:>4}{DIM:#} {colour}{sign}{colour:#} ", line.number);
    let (mut length, mut parts) = (GUTTER, Vec::new());
    let may_break =
        |a: &Piece<'_>, b: &Piece<'_>| a.text.starts_with(' ') || b.text == "." && b.class != Some("comment");
    for word in line.pieces.chunk_by(|a, b| !may_break(a, b)) {
        let own = word.iter().map(|piece| piece.text.chars().count()).sum::<usize>();
        if length + own > width {
            parts.push((mem::replace(&mut text, " ".repeat(hanging)), length));
            length = hanging;
        }
        text.extend(word.iter().map(|piece| {
            let style = match line.mark {
                _ if piece.differs => colour.bold().underline(),
                Mark::Changed => Style::new(),
                _ => colour,
            };
            format!("{style}{}{style:#}", piece.text)
        }));
        length += own;
    }
    parts.push((text, length));
    parts
}

/// Shows `text` in `$PAGER` if stdout is a terminal and there is such a program, and prints it otherwise.
fn page(text: &str) -> io::Result<()> {
    let wanted = env::var("PAGER").unwrap_or_else(|_| "less".into());
    let mut words = wanted.split_whitespace();
    let program = words.next().filter(|_| io::stdout().is_terminal());
    let pager = program.and_then(|program| {
        let mut command = Command::new(program);
        // As in git: with colours, no paging of what fits the screen, and the text stays on it.
        command.env("LESS", env::var("LESS").unwrap_or_else(|_| "FRX".into()));
        command.args(words).stdin(Stdio::piped()).spawn().ok()
    });
    let Some(mut pager) = pager else { return io::stdout().write_all(text.as_bytes()) };
    // Ctrl-C is for the pager. Without a handler, the pager would be left alone with the terminal.
    let _ = ctrlc::set_handler(|| {});
    // It may end before it has read all.
    let _ = pager.stdin.take().map(|mut stdin| stdin.write_all(text.as_bytes()));
    pager.wait().map(drop)
}
