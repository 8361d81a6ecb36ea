//! Two columns, the old stage on the left and the new one on the right.

use anstyle::Style;

use super::compare::FileDiff;
use super::fold::{Piece, fold};
use super::row::{Line, Row, Side};
use super::terminal::{DIM, MOVED, foreground, style};

/// Room for the number of a line, its sign, and spaces.
const GUTTER: usize = 7;

/// Between the columns.
const BORDER: &str = " │ ";

/// Writes a file, in `width` columns of the terminal.
pub fn write(file: &FileDiff, width: usize, text: &mut String) {
    let width = (width.saturating_sub(BORDER.chars().count()) / 2).saturating_sub(GUTTER).max(1);
    for piece in fold(&file.rows) {
        match piece {
            Piece::Row(row) => write_row(row, width, text),
            Piece::Folded(lines) => *text += &format!("{DIM}    ... {lines} lines alike{DIM:#}\n"),
        }
    }
}

fn write_row(row: &Row, width: usize, text: &mut String) {
    if [&row.old, &row.new].into_iter().flatten().any(|line| line.note.is_some()) {
        join(vec![note(row.old.as_ref(), width)], vec![note(row.new.as_ref(), width)], width, text);
    }
    let cell = |side| row.line(side).map(|line| cell(line, side, width)).unwrap_or_default();
    join(cell(Side::Old), cell(Side::New), width, text);
}

/// Puts two columns beside each other and fills up the shorter one.
fn join(old: Vec<String>, new: Vec<String>, width: usize, text: &mut String) {
    let blank = " ".repeat(GUTTER + width);
    for index in 0..old.len().max(new.len()) {
        let left = old.get(index).unwrap_or(&blank);
        let right = new.get(index).map(String::as_str).unwrap_or_default();
        let line = format!("{left}{DIM}{BORDER}{DIM:#}{right}");
        *text += line.trim_end();
        text.push('\n');
    }
}

/// Where a line moved to or came from, in as much space as there is.
fn note(line: Option<&Line>, width: usize) -> String {
    let note = line.and_then(|line| line.note.as_deref()).unwrap_or_default();
    let note: String = note.chars().take(width).collect();
    format!("{MOVED}{}{note:width$}{MOVED:#}", " ".repeat(GUTTER))
}

/// A line, wrapped and padded to the width of its column.
fn cell(line: &Line, side: Side, width: usize) -> Vec<String> {
    let (sign, _) = line.mark.sign(side);
    let sign_style = foreground(line.mark, side);
    let mut gutter = format!("{DIM}{:>4}{DIM:#} {sign_style}{sign}{sign_style:#} ", line.number);
    wrap(line, side, width)
        .into_iter()
        .map(|text| std::mem::replace(&mut gutter, " ".repeat(GUTTER)) + &text)
        .collect()
}

/// The text in lines of exactly `width` characters, which are columns: the sources are in English.
fn wrap(line: &Line, side: Side, width: usize) -> Vec<String> {
    let mut chars = Vec::new();
    for fragment in line.fragments() {
        let style = style(line, side, &fragment);
        chars.extend(fragment.text.chars().map(|char| (style, char)));
    }
    if chars.is_empty() {
        return vec![" ".repeat(width)];
    }
    let mut lines = Vec::new();
    let mut rest = chars.as_slice();
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(break_at(rest, width));
        let runs = chunk.chunk_by(|a, b| a.0 == b.0);
        let mut text: String = runs.map(paint).collect();
        text.extend(std::iter::repeat_n(' ', width - chunk.len()));
        lines.push(text);
        rest = after;
    }
    lines
}

/// Where to break: behind the last space that fits, unless that leaves half of the line empty.
fn break_at(chars: &[(Style, char)], width: usize) -> usize {
    if chars.len() <= width {
        return chars.len();
    }
    let space = chars[..width].iter().rposition(|(_, char)| *char == ' ');
    space.map(|space| space + 1).filter(|&end| end > width / 2).unwrap_or(width)
}

/// Characters of one style.
fn paint(run: &[(Style, char)]) -> String {
    let style = run[0].0;
    let text: String = run.iter().map(|(_, char)| char).collect();
    format!("{style}{text}{style:#}")
}
