//! How the commands print text: Markdown as it is, within the width of the terminal.

use anstyle::Style;
use textwrap::{Options, WordSplitter, fill, indent, wrap};

use crate::width;

/// The style of titles.
pub const BOLD: Style = Style::new().bold();
/// The style of what matters less.
pub const DIM: Style = Style::new().dimmed();

/// The longest line of text, even in a wide terminal.
const WIDEST: usize = 100;

/// Returns text of several paragraphs, each line indented. Code and lists keep their lines.
pub fn indented(text: &str) -> String {
    let options = Options::new(width::of_stdout().min(WIDEST)).word_splitter(WordSplitter::NoHyphenation);
    let options = options.initial_indent("  ").subsequent_indent("  ");
    let is_list = |text: &str| text.starts_with(|char: char| char.is_ascii_digit() || " -".contains(char));
    let paragraphs = text.trim_end().split("\n\n").map(|paragraph| match is_list(paragraph) {
        true => indent(paragraph, "  "),
        false => fill(&paragraph.replace('\n', " "), &options),
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Returns lines that the terminal need not break: each behind `indent` and its own spaces. What is no
/// terminal gets them as they are.
pub fn flowed(text: &str, indent: &str) -> String {
    // Not `lines`, which leaves out an empty line at the end.
    let lines = text.split('\n').map(|line| {
        let Some(width) = width::of_terminal() else { return format!("{indent}{line}") };
        let words = line.trim_start();
        let indent = format!("{indent}{}", &line[..line.len() - words.len()]);
        let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation).break_words(false);
        wrap(words, options.initial_indent(&indent).subsequent_indent(&indent)).join("\n")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Prints lines on stdout, with colours if it is a terminal. Returns an error if stdout is closed.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {{
        let text = $crate::exercises::words::flowed(&format!($($text)*), "");
        std::io::Write::write_fmt(&mut anstream::stdout(), format_args!("{text}\n"))
    }};
}
pub use say;
