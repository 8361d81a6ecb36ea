//! How the commands print text: Markdown as it is, within the width of the terminal.

use std::mem;

use anstyle::{AnsiColor, Style};
use textwrap::{Options, WordSplitter, fill, wrap};

use crate::width;

/// The style of titles.
pub const BOLD: Style = Style::new().bold();
/// The style of what matters less.
pub const DIM: Style = Style::new().dimmed();

/// The style of what has passed.
pub const PASSED: Style = AnsiColor::Green.on_default();
/// The style of what has failed.
pub const FAILED: Style = AnsiColor::Red.on_default();

/// The longest line of text, even in a wide terminal.
const WIDEST: usize = 100;

/// Returns Markdown, each line indented: paragraphs and the items of lists are wrapped, and code keeps its lines.
pub fn indented(text: &str) -> String {
    let (mut shown, mut block, mut is_fenced) = (String::new(), Block::default(), false);
    for line in text.trim_end().lines() {
        let words = line.trim_start();
        let spaces = line.len() - words.len();
        let is_fence = words.starts_with("```");
        let marker = marker(words).filter(|_| block.may_become(words));
        let is_code =
            block.text.is_empty() && spaces >= block.within + 4 || is_fenced || words.starts_with('|');
        is_fenced ^= is_fence;
        if is_code && marker.is_none() || is_fence || words.is_empty() {
            shown += &block.end();
            shown += format!("  {line}").trim_end();
            shown.push('\n');
        } else if let Some(marker) = marker {
            shown += &block.end();
            block = Block { first: spaces, within: spaces + marker, text: words.to_owned() };
        } else if block.text.is_empty() {
            // A further paragraph of an item stands below its words.
            block = Block { first: spaces, within: spaces, text: words.to_owned() };
        } else {
            block.text += &format!(" {words}");
        }
    }
    shown += &block.end();
    shown.trim_end().to_owned()
}

/// A paragraph, or an item of a list.
#[derive(Default)]
struct Block {
    /// The columns before its first line, and before the others.
    first: usize,
    within: usize,
    text: String,
}

impl Block {
    /// Tells whether a line with the marker of an item begins one. Within a paragraph, only `1.` does, because a
    /// sentence may be broken before any other number.
    fn may_become(&self, words: &str) -> bool {
        let is_item = self.within > self.first;
        self.text.is_empty() || is_item || words.starts_with("1.") || words.starts_with(['-', '*', '+'])
    }

    /// Returns its lines, and empties it.
    fn end(&mut self) -> String {
        let text = mem::take(&mut self.text);
        if text.is_empty() {
            return text;
        }
        let [first, within] = [self.first, self.within].map(|spaces| " ".repeat(2 + spaces));
        let options = Options::new(width::of_stdout().min(WIDEST)).word_splitter(WordSplitter::NoHyphenation);
        let options = options.break_words(false).initial_indent(&first).subsequent_indent(&within);
        fill(&text, options) + "\n"
    }
}

/// Returns the columns of the marker of a list's item, `- ` or `12. `, if a line begins with one.
fn marker(words: &str) -> Option<usize> {
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &words[digits..];
    let is_marker = match digits {
        0 => ["- ", "* ", "+ "].iter().any(|marker| rest.starts_with(marker)),
        _ => rest.starts_with(". "),
    };
    is_marker.then_some(digits + 2)
}

/// Returns a number with its noun: `1 fault`, `2 faults`.
pub fn number(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
