//! Columns of text.

use anstyle::Style;

/// What stands for what is not known.
const UNKNOWN: &str = "-";

/// How wide the names of the contestants are.
const NAMES: usize = 12;

/// A column, with a cell for each line.
#[derive(Debug)]
pub struct Column {
    pub name: &'static str,
    pub cells: Vec<Cell>,
}

/// A cell; without a text, if it is not known.
#[derive(Debug)]
pub struct Cell {
    pub text: Option<String>,
    pub style: Style,
}

impl Cell {
    /// A text without a colour.
    pub fn plain(text: Option<String>) -> Cell {
        Cell { text, style: Style::new() }
    }
}

impl Column {
    fn width(&self) -> usize {
        let widths = self.cells.iter().map(|cell| cell.shown().len());
        widths.chain([self.name.len()]).max().unwrap_or_default()
    }
}

impl Cell {
    fn shown(&self) -> &str {
        self.text.as_deref().unwrap_or(UNKNOWN)
    }
}

/// The columns beside each other, aligned to the right, with names before the lines.
pub fn columns<'a>(columns: &[Column], names: impl Iterator<Item = &'a str>) -> String {
    let widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let mut text = " ".repeat(NAMES);
    for (column, width) in columns.iter().zip(&widths) {
        text += &format!("  {:>width$}", column.name);
    }
    text.push('\n');
    for (line, name) in names.enumerate() {
        text += &format!("{name:<NAMES$}");
        for (column, width) in columns.iter().zip(&widths) {
            let Cell { style, .. } = column.cells[line];
            text += &format!("  {style}{:>width$}{style:#}", column.cells[line].shown());
        }
        text.push('\n');
    }
    text
}
