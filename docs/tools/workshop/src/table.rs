//! Tables and text in lines that a terminal does not break.

use std::{iter, mem};

use textwrap::{Options, WordSplitter, fill};

/// Sets columns beside each other, each with its name, aligned to the right. Those in which nothing is known are left
/// out. Those that find no room in `width` stand below, again behind `heads`, which are `indent` columns wide.
pub fn aligned(
    heads: Vec<String>,
    indent: usize,
    columns: impl Iterator<Item = (String, Vec<Option<String>>)>,
    width: usize,
) -> String {
    let (mut text, mut lines, mut end) = (String::new(), heads.clone(), indent);
    for (name, cells) in columns.filter(|(_, cells)| cells.iter().any(Option::is_some)) {
        let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
        let cells: Vec<String> = iter::once(name).chain(cells).collect();
        let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        if end > indent && end + 2 + widest > width {
            text += &(mem::replace(&mut lines, heads.clone()).join("\n") + "\n\n");
            end = indent;
        }
        end += 2 + widest;
        for (line, cell) in lines.iter_mut().zip(cells) {
            *line += &format!("  {cell:>widest$}");
        }
    }
    text + &lines.join("\n") + "\n\n"
}

/// Breaks a text between words, into lines of `width` columns; all but the first begin with `indent` spaces.
pub fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width).subsequent_indent(&indent).word_splitter(WordSplitter::NoHyphenation);
    fill(text, options.break_words(false)) + "\n"
}
