//! A line in a column: wrapped between words, coloured, and padded.

use anstyle::{AnsiColor, Style};

use super::super::row::{Line, Mark, Side};
use crate::syntax::{Piece, Syntax, is_name};

/// Room for the number of a line, its sign, and spaces.
const GUTTER: usize = 7;

/// The columns by which the rest of a broken line stands further to the right.
const HANGING: usize = 4;

/// Returns a line of code behind its number and the sign of `mark`, in lines of exactly `width` columns.
pub fn cell(line: &Line<'_>, mark: Mark, width: usize) -> Vec<String> {
    let chars = line.pieces.iter().flat_map(|piece| {
        let style = style(line, piece);
        piece.text.chars().map(move |char| (style, char))
    });
    let wrapped = wrap(&chars.collect::<Vec<_>>(), line.indent() + HANGING, width - GUTTER);
    let (dim, colour, sign) = (Style::new().dimmed(), colour(line), mark.sign(line.side).0);
    let mut gutter = format!("{dim}{:>4}{dim:#} {colour}{sign}{colour:#} ", line.number);
    let with_gutter = |text: String| std::mem::replace(&mut gutter, " ".repeat(GUTTER)) + &text;
    wrapped.into_iter().map(with_gutter).collect()
}

/// Returns a text of one style in lines of exactly `width` columns.
pub fn prose(text: &str, style: Style, width: usize) -> Vec<String> {
    wrap(&text.chars().map(|char| (style, char)).collect::<Vec<_>>(), HANGING, width)
}

/// Returns the colour of a line's sign, and of what the other side does not have.
fn colour(line: &Line<'_>) -> Style {
    match (line.mark, line.side) {
        (Mark::Same | Mark::Whole, _) => Style::new(),
        (_, Side::Old) => AnsiColor::Red.on_default(),
        (_, Side::New) => AnsiColor::Green.on_default(),
    }
}

/// Returns how a piece of a line looks: in a changed line, only what differs stands out.
///
/// Red and green say what became of a line: there, syntax has but the weight of the letters.
fn style(line: &Line<'_>, piece: &Piece<'_>) -> Style {
    let colour = colour(line);
    match (line.mark, piece.syntax) {
        (Mark::Changed, _) if piece.differs => colour.bold().underline(),
        (Mark::Alone, Syntax::Comment) => colour.dimmed(),
        (Mark::Alone, Syntax::Keyword) => colour.bold(),
        (Mark::Alone, _) => colour,
        (_, Syntax::Plain) => Style::new(),
        (_, Syntax::Comment) => Style::new().dimmed(),
        (_, Syntax::Keyword) => AnsiColor::Magenta.on_default(),
        (_, Syntax::Literal) => AnsiColor::Yellow.on_default(),
        (_, Syntax::Type) => AnsiColor::BrightBlue.on_default(),
    }
}

/// Breaks text into lines of exactly `width` characters, which are columns: the sources are in English.
fn wrap(chars: &[(Style, char)], hanging: usize, width: usize) -> Vec<String> {
    let (mut lines, mut rest, mut indent) = (Vec::new(), chars, 0);
    while !rest.is_empty() || lines.is_empty() {
        let (chunk, after) = rest.split_at(break_at(rest, width - indent));
        let text: String = chunk.chunk_by(|a, b| a.0 == b.0).map(paint).collect();
        lines.push(format!("{:indent$}{text}{:pad$}", "", "", pad = width - indent - chunk.len()));
        (rest, indent) = (after, hanging.min(width / 3));
    }
    lines
}

/// Returns where to break: behind a space, or else between two signs, or within a word that is too long.
fn break_at(chars: &[(Style, char)], width: usize) -> usize {
    if chars.len() <= width {
        return chars.len();
    }
    let last = |may_break: fn(char, char) -> bool| {
        (1..=width).rev().find(|&end| may_break(chars[end - 1].1, chars[end].1))
    };
    let space = last(|before, _| before == ' ').filter(|&end| end > width / 2);
    let sign = || {
        last(|before, after| {
            let is_within_name = is_name(before) && is_name(after);
            !is_within_name && !".&!:".contains(before) && !",;:?)>".contains(after)
        })
    };
    space.or_else(sign).unwrap_or(width)
}

/// Paints characters of one style.
fn paint(run: &[(Style, char)]) -> String {
    let style = run[0].0;
    let text: String = run.iter().map(|(_, char)| char).collect();
    format!("{style}{text}{style:#}")
}
