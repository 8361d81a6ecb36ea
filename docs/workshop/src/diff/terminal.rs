//! The comparison in the terminal: how wide, in which colours, and what stands above each file.

use std::env;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};

use super::compare::{Comparison, FileDiff};
use super::pager;
use super::row::{Fragment, Line, Mark, Side};
use super::side_by_side;
use super::syntax::Syntax;
use super::unified;

/// In less than this, two columns of code are no pleasure.
const SIDE_BY_SIDE: usize = 100;

/// What there is when nobody says how wide the output is.
const DEFAULT_WIDTH: usize = 80;

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const MOVED: Style = AnsiColor::Cyan.on_default();

/// Shows comparisons, page by page in a terminal, side by side if it is wide enough.
///
/// # Errors
/// What the system says when it does not take the output.
pub fn show(
    comparisons: &[Comparison],
    width: Option<usize>,
    unified: bool,
    no_pager: bool,
) -> io::Result<()> {
    let width = width.unwrap_or_else(columns);
    let unified = unified || width < SIDE_BY_SIDE;
    let mut text = String::new();
    for comparison in comparisons {
        heading(comparison, width, &mut text);
        for file in &comparison.files {
            if shown_in_brief(comparison, file) {
                text += &format!("{}\n", brief(file));
                continue;
            }
            file_heading(comparison, file, width, &mut text);
            if file.is_same() {
                // Said above.
            } else if unified {
                unified::write(file, &mut text);
            } else {
                side_by_side::write(file, width, &mut text);
            }
            text.push('\n');
        }
        text.push('\n');
    }
    let text = text.trim_end().to_owned() + "\n";
    let coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let text = if coloured { text } else { anstream::adapter::strip_str(&text).to_string() };
    if no_pager { pager::print(&text) } else { pager::page(&text) }
}

/// A file of one stage is summed up, unless it was asked for by name.
pub fn shown_in_brief(comparison: &Comparison, file: &FileDiff) -> bool {
    file.only_in.is_some() && comparison.files.len() > 1
}

/// `added: src/wake.rs, 123 lines: what it is for`
pub fn brief(file: &FileDiff) -> String {
    let (sign, word) = match file.only_in {
        Some(Side::Old) => ('-', "removed"),
        _ => ('+', "added"),
    };
    let style = foreground(Mark::Alone, file.only_in.unwrap_or(Side::New));
    let (path, outline) = (&file.path, file.outline());
    format!("{style}{sign} {word}{style:#}: {BOLD}{path}{BOLD:#}, {outline}")
}

/// The colour of a line's sign, and of what is its own.
pub fn foreground(mark: Mark, side: Side) -> Style {
    match (mark, side) {
        (Mark::Same, _) => Style::new(),
        (Mark::Moved, _) => MOVED,
        (_, Side::Old) => AnsiColor::Red.on_default(),
        (_, Side::New) => AnsiColor::Green.on_default(),
    }
}

/// How a fragment of a line looks: of a changed line, only what differs stands out.
///
/// Red, green and cyan tell what became of it: there, syntax has but the weight of the letters.
pub fn style(line: &Line, side: Side, fragment: &Fragment<'_>) -> Style {
    let changes = foreground(line.mark, side);
    match (line.mark, fragment.syntax) {
        (Mark::Changed, _) if fragment.differs => changes.bold().underline(),
        (Mark::Same | Mark::Changed, syntax) => on_default(syntax),
        (_, Syntax::Comment) => changes.dimmed(),
        (_, Syntax::Keyword) => changes.bold(),
        _ => changes,
    }
}

fn on_default(syntax: Syntax) -> Style {
    match syntax {
        Syntax::Plain => Style::new(),
        Syntax::Comment => DIM,
        Syntax::Keyword => AnsiColor::Magenta.on_default(),
        Syntax::Literal => AnsiColor::Yellow.on_default(),
        Syntax::Type => AnsiColor::BrightBlue.on_default(),
    }
}

fn heading(comparison: &Comparison, width: usize, text: &mut String) {
    let rule = "=".repeat(width.min(SIDE_BY_SIDE));
    let (removed, added) = (foreground(Mark::Alone, Side::Old), foreground(Mark::Alone, Side::New));
    *text += &format!("{BOLD}{} and {}{BOLD:#}\n{rule}\n", comparison.old, comparison.new);
    *text += &format!(
        "{removed}- removed{removed:#}   {added}+ added{added:#}   ~ changed within the line   \
         {MOVED}< > moved{MOVED:#}\n\n"
    );
}

fn file_heading(comparison: &Comparison, file: &FileDiff, width: usize, text: &mut String) {
    let (path, verdict) = (&file.path, file.verdict());
    let only = match file.only_in {
        Some(Side::Old) => format!(" (in {} alone)", comparison.old),
        Some(Side::New) => format!(" (in {} alone)", comparison.new),
        None => String::new(),
    };
    *text += &format!("{BOLD}{path}{BOLD:#}{only}: {verdict}\n");
    if file.is_same() {
        return;
    }
    *text += &format!("{DIM}{}{DIM:#}\n", "-".repeat(width.min(SIDE_BY_SIDE)));
}

fn columns() -> usize {
    let of_terminal = || terminal_size_of(io::stdout()).map(|(Width(width), _)| width.into());
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.or_else(of_terminal).filter(|&width| width > 0).unwrap_or(DEFAULT_WIDTH)
}
