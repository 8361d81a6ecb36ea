//! The comparison as one web page: it needs no network, no script, and no eye for colours.

use maud::{Markup, html};

use super::compare::Comparison;
use super::file::{FileDiff, Role, Section};
use super::row::{Block, Line, Mark, fold, is_same};
use crate::page::document;
use crate::syntax::Piece;

/// The style of the page, in light and in dark, and of the differences on it.
const STYLE: &str = concat!(include_str!("page.css"), include_str!("../../../../book/theme/diff.css"));

/// Returns the page for all of `comparisons`.
pub fn page(comparisons: &[Comparison<'_>]) -> String {
    let title = match comparisons {
        [one] => one.title(),
        _ => "The stages side by side".into(),
    };
    let body = html! {
        a.skip href="#differences" { "Skip to the differences" }
        header {
            h1 { (title) }
            ul.legend {
                li.removed { b { "-" } " removed" }
                li.added { b { "+" } " added" }
                li { b { "~" } " changed: " del { "old" } " " ins { "new" } }
            }
        }
        main id="differences" tabindex="-1" { @for one in comparisons { (pair(one, comparisons.len() > 1)) } }
    };
    document(&title, STYLE, body)
}

fn pair(comparison: &Comparison<'_>, with_title: bool) -> Markup {
    html! {
        section {
            h2 { @if with_title { (comparison.title()) } @else { "What changes" } }
            @if let Some(idea) = comparison.idea() { p.idea { (prose(idea)) } }
            nav aria-label={ "Files of " (comparison.title()) } {
                ul { @for file in &comparison.files {
                    li { a href={ "#" (id(comparison, file)) } { code { (file.path) } } ", " (file.verdict()) }
                } }
            }
            @for file in &comparison.files {
                @let id = id(comparison, file);
                section aria-labelledby=(id) {
                    h3 id=(id) tabindex="-1" { code { (file.path) } " " small { (file.verdict()) } }
                    @if !comparison.is_shown(file) {
                        p { (prose(&file.summary)) }
                    } @else if file.added + file.removed > 0 {
                        (sections(comparison, file, &file.sections))
                    }
                }
            }
        }
    }
}

/// Returns a text with its code marked.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() { @if index % 2 == 1 { code { (part) } } @else { (part) } }
    }
}

/// Returns parts of a file, side by side, or the whole of one that only one of the stages has.
pub fn sections<'a, 'b: 'a>(
    comparison: &Comparison<'_>,
    file: &FileDiff<'_>,
    parts: impl IntoIterator<Item = &'a Section<'b>>,
) -> Markup {
    html! {
        div.diff.whole[file.role != Role::Both] {
            @if file.role == Role::Both {
                div.block.heads { b { (comparison.old.name) } b { (comparison.new.name) } }
            }
            @for part in parts { (section(file, part)) }
        }
    }
}

fn section(file: &FileDiff<'_>, section: &Section<'_>) -> Markup {
    let [old, new] = section.names.each_ref().map(|names| names.join(", "));
    html! {
        @if file.role == Role::Both && !(old.is_empty() && new.is_empty()) {
            h4.block { span { (old) } span { (new) } }
        }
        @for block in fold(&section.rows) {
            @match block {
                Block::Folded(lines) => p.folded { (lines) " lines alike" },
                Block::Rows(rows) => div.block.same[rows.iter().all(is_same)] {
                    @for [old, new] in rows { (cell(old.as_ref(), "old")) (cell(new.as_ref(), "new")) }
                },
            }
        }
    }
}

fn cell(line: Option<&Line<'_>>, place: &str) -> Markup {
    let Some(line) = line else { return html! { div class={ "none " (place) } {} } };
    let (sign, word) = match line.mark {
        Mark::Same => ("", ""),
        Mark::Removed => ("-", "removed"),
        Mark::Added => ("+", "added"),
        Mark::Changed => ("~", "changed"),
    };
    html! {
        div class={ "line " (place) " " (word) } style={ "--indent:" (line.indent()) } {
            span.number { (line.number) }
            span.sign { @if !word.is_empty() { span aria-hidden="true" { (sign) } span.said { (word) } } }
            code { @for run in line.pieces.chunk_by(|a, b| (a.differs, a.class) == (b.differs, b.class)) {
                (code(run, place))
            } }
        }
    }
}

/// Returns pieces of one look: what differs, and what it is in Rust.
fn code(run: &[Piece<'_>], place: &str) -> Markup {
    let class = run[0].class;
    let text = html! {
        @for piece in run {
            // A long chain of calls may break before a dot.
            @if class != Some("comment") && piece.text == "." { wbr; }
            (piece.text)
        }
    };
    let coloured = html! { @if let Some(class) = class { span class=(class) { (text) } } @else { (text) } };
    match (run[0].differs, place) {
        (false, _) => coloured,
        (true, "old") => html! { del { (coloured) } },
        (true, _) => html! { ins { (coloured) } },
    }
}

/// Returns what links lead to: unique on the page, and the same the next time.
fn id(comparison: &Comparison<'_>, file: &FileDiff<'_>) -> String {
    // A stage may have a file of the same name as one that it keeps.
    let kept = if file.role == Role::Kept { "-kept" } else { "" };
    let id = format!("{}-{}-{}{kept}", comparison.old.name, comparison.new.name, file.path);
    id.chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).collect()
}
