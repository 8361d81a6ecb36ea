//! A file of two stages compared: what it is to them, and its lines side by side.

use super::align::{align, common_lines};
use super::row::{Line, Mark, Row, is_same};
use super::sections::sections;
use crate::syntax;

/// A file of either stage or of both.
pub struct FileDiff<'a> {
    /// The path in the stage, such as `src/fetch.rs`.
    pub path: &'a str,
    /// What the file is to the two stages.
    pub role: Role,
    /// The first sentence of its documentation.
    pub summary: String,
    /// The number of lines that the new stage alone has.
    pub added: usize,
    /// The number of lines that the old stage alone has.
    pub removed: usize,
    /// The lines, by what belongs together.
    pub sections: Vec<Section<'a>>,
}

/// The role of a file in a pair of stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Both stages have it.
    Both,
    /// The new stage alone has it.
    Added,
    /// The new stage imports it from the old one.
    Kept,
    /// The old stage alone has it.
    Gone,
}

/// Lines that belong together.
pub struct Section<'a> {
    /// The functions and types in the old stage and in the new one.
    pub names: [Vec<&'a str>; 2],
    /// The lines, side by side.
    pub rows: Vec<Row<'a>>,
}

impl Section<'_> {
    /// Returns the indices of the lines that one of the stages has in it.
    pub fn lines(&self, side: usize) -> Vec<usize> {
        self.rows.iter().filter_map(|row| row[side].as_ref()).map(|line| line.number - 1).collect()
    }

    /// Tells whether the stages have other lines here.
    pub fn differs(&self) -> bool {
        !self.rows.iter().all(is_same)
    }
}

impl<'a> FileDiff<'a> {
    /// Compares the text of a file, which is empty in a stage that does not have it.
    pub fn of(path: &'a str, role: Role, old: &'a str, new: &'a str) -> FileDiff<'a> {
        let mut lines = [(Mark::Removed, old), (Mark::Added, new)].map(|(mark, text)| {
            let line = |(index, pieces)| Some(Line { number: index + 1, mark, pieces });
            syntax::lines(text).into_iter().enumerate().map(line).collect::<Vec<_>>()
        });
        let sections = sections([old, new]).into_iter().map(|[old, new]| {
            let mut take = |side: usize, indices: Vec<usize>| -> Vec<_> {
                indices.into_iter().filter_map(|index| lines[side][index].take()).collect()
            };
            let rows = align(take(0, old.lines), take(1, new.lines));
            Section { names: [old.names, new.names], rows }
        });
        let sections = sections.collect();
        let summary = summary(if new.is_empty() { old } else { new });
        let common = common_lines(old, new);
        let (added, removed) = (new.lines().count() - common, old.lines().count() - common);
        FileDiff { path, role, summary, added, removed, sections }
    }

    /// Tells whether the file is on the path from one stage to the other, and not in a new folder of its own.
    pub fn is_on_path(&self) -> bool {
        let is_inner = self.path.matches('/').count() > 1;
        self.role == Role::Both || self.role == Role::Added && !is_inner
    }

    /// Says how much changed, or how much is new, kept or gone.
    pub fn verdict(&self) -> String {
        let Self { added, removed, .. } = self;
        let word = match self.role {
            Role::Both if added + removed == 0 => return "the same in both".to_owned(),
            Role::Both => return format!("{added} added, {removed} removed"),
            Role::Added => "new",
            Role::Kept => "kept",
            Role::Gone => "gone",
        };
        let lines = if added + removed == 1 { "line" } else { "lines" };
        format!("{word}, {} {lines}", added + removed)
    }
}

/// Returns the first sentence of a file's documentation, without line breaks.
fn summary(text: &str) -> String {
    let doc = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let text = doc.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |dot| dot + 1);
    // Links are for rustdoc.
    text[..end].replace("[`", "`").replace("`]", "`")
}
