//! A line of code as HTML: what differs, and within it, or elsewhere, what Rust makes of it.

use super::super::row::{Fragment, Line, Side};
use super::super::syntax::Syntax;

/// The text of a line.
pub fn code(line: &Line, side: Side) -> String {
    let fragments = line.fragments();
    fragments.chunk_by(|a, b| a.differs == b.differs).map(|alike| part(alike, side)).collect()
}

/// Fragments that differ from the other side's, or that do not.
fn part(fragments: &[Fragment<'_>], side: Side) -> String {
    let text: String = fragments.iter().map(coloured).collect();
    match (fragments[0].differs, side) {
        (true, Side::Old) => format!("<del>{text}</del>"),
        (true, Side::New) => format!("<ins>{text}</ins>"),
        (false, _) => text,
    }
}

fn coloured(fragment: &Fragment<'_>) -> String {
    let text = escape(fragment.text);
    let class = match fragment.syntax {
        Syntax::Plain => return text,
        Syntax::Comment => "comment",
        Syntax::Keyword => "keyword",
        Syntax::Literal => "literal",
        Syntax::Type => "type",
    };
    format!("<span class=\"{class}\">{text}</span>")
}

/// Text as HTML, fit for elements and for attributes in quotes.
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            _ => html.push(char),
        }
    }
    html
}
