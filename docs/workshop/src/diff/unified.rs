//! One column: what a block was, then what it is.

use super::compare::FileDiff;
use super::fold::{Piece, fold};
use super::row::{Line, Mark, Row, Side};
use super::terminal::{DIM, MOVED, foreground, style};

/// Writes a file, as wide as its lines are.
pub fn write(file: &FileDiff, text: &mut String) {
    let mut block = Vec::new();
    for piece in fold(&file.rows) {
        match piece {
            Piece::Row(row) if !row.is_same() => block.push(row),
            Piece::Row(row) => {
                write_block(&mut block, text);
                write_side(row, Side::New, text);
            }
            Piece::Folded(lines) => {
                write_block(&mut block, text);
                *text += &format!("{DIM}    ... {lines} lines alike{DIM:#}\n");
            }
        }
    }
    write_block(&mut block, text);
}

/// The old lines, then the new ones; but a line that changed in parts stands over its other self.
fn write_block(block: &mut Vec<&Row>, text: &mut String) {
    for rows in
        block.chunk_by(|a, b| (a.old.is_some() && a.new.is_some()) == (b.old.is_some() && b.new.is_some()))
    {
        for side in [Side::Old, Side::New] {
            rows.iter().for_each(|row| write_side(row, side, text));
        }
    }
    block.clear();
}

fn write_side(row: &Row, side: Side, text: &mut String) {
    let Some(line) = row.line(side) else { return };
    if let Some(note) = &line.note {
        *text += &format!("       {MOVED}{note}{MOVED:#}\n");
    }
    *text += &format!("{}\n", render(line, side));
}

fn render(line: &Line, side: Side) -> String {
    // One below the other, a line that changed is one that goes and one that comes.
    let mark = if line.mark == Mark::Changed { Mark::Alone } else { line.mark };
    let (sign, _) = mark.sign(side);
    let sign_style = foreground(line.mark, side);
    let mut text = format!("{DIM}{:>4}{DIM:#} {sign_style}{sign}{sign_style:#}", line.number);
    let fragments = line.fragments();
    if !fragments.is_empty() {
        text.push(' ');
    }
    for fragment in &fragments {
        let style = style(line, side, fragment);
        text += &format!("{style}{}{style:#}", fragment.text);
    }
    text
}
