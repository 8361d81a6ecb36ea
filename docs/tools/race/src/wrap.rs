//! Text in lines that a terminal does not break.

use textwrap::{Options, WordSplitter, fill};

/// Breaks a text between words, into lines of `width` columns; all but the first begin with `indent` spaces.
pub fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width).subsequent_indent(&indent).word_splitter(WordSplitter::NoHyphenation);
    fill(text, options.break_words(false)) + "\n"
}
