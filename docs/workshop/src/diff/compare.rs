//! Two stages compared, file by file: first what carries the idea.

use std::mem;

use super::align::align;
use super::row::{Line, Mark, Row, Side};
use super::sections;
use super::stages::Stage;
use super::subsequence::common_lines;
use super::syntax::{self, tokens};

/// What changes from one stage to another, in a sentence.
const IDEAS: [(usize, usize, &str); 6] = [
    (
        1,
        2,
        "No thread waits any more: each call becomes a callback, and what it kept on its stack moves into a struct.",
    ),
    (1, 3, "What waits is a value and no longer a thread: each blocking call becomes a state of a future."),
    (1, 4, "The text stays, and `await` comes in: what waits is a future and no longer a thread."),
    (
        2,
        3,
        "A chain of callbacks becomes one value: a future, which its task polls whenever its waker says so.",
    ),
    (2, 4, "The steps are one function again: `await` stands where a callback was registered."),
    (3, 4, "The compiler writes the state machines: a struct, an enum and a `poll` become one `async fn`."),
];

/// The files that carry the idea, and those that differ least.
const FIRST: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];
const LAST: [&str; 3] = ["src/main.rs", "src/lib.rs", "tests/contract.rs"];

/// Two stages, file by file.
pub struct Comparison<'a> {
    pub old: &'a Stage,
    pub new: &'a Stage,
    /// In the order in which they are best read.
    pub files: Vec<FileDiff<'a>>,
}

/// A file of either stage or of both.
pub struct FileDiff<'a> {
    pub path: &'a str,
    pub role: Role,
    /// The first sentence of its documentation.
    pub summary: String,
    /// How many lines of the new stage the old one does not have.
    pub added: usize,
    /// How many lines of the old stage the new one does not have.
    pub removed: usize,
    pub sections: Vec<Section<'a>>,
}

/// What a file is to a pair of stages.
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
    pub rows: Vec<Row<'a>>,
}

impl<'a> Comparison<'a> {
    /// Compares two stages.
    pub fn of(old: &'a Stage, new: &'a Stage) -> Comparison<'a> {
        let kept = kept(old, new);
        let in_old = old.files.iter().map(|(path, text)| {
            let other = new.file(path).filter(|_| !kept.contains(&path.as_str()));
            match other {
                Some(other) => FileDiff::of(path, Role::Both, text, other),
                None if kept.contains(&path.as_str()) => FileDiff::of(path, Role::Kept, text, ""),
                None => FileDiff::of(path, Role::Gone, text, ""),
            }
        });
        let is_added = |path: &str| old.file(path).is_none() || kept.contains(&path);
        let in_new = new.files.iter().filter(|(path, _)| is_added(path));
        let in_new = in_new.map(|(path, text)| FileDiff::of(path, Role::Added, "", text));
        let mut files: Vec<_> = in_old.chain(in_new).collect();
        files.sort_by_key(|file| (file.group(), new.reading_order(file.path), file.path));
        Comparison { old, new, files }
    }

    /// Returns what changes, in a sentence.
    pub fn idea(&self) -> Option<&'static str> {
        let pair = (self.old.number, self.new.number);
        IDEAS.iter().find(|(old, new, _)| (*old, *new) == pair).map(|(.., idea)| *idea)
    }

    /// Returns the files to show line by line, and those to name.
    ///
    /// A new file in a folder of its own is off the reading path. A file that was asked for is shown.
    pub fn shown(&self) -> (Vec<&FileDiff<'a>>, Vec<&FileDiff<'a>>) {
        let is_shown = |file: &&FileDiff<'a>| file.group() < ASIDE || self.files.len() == 1;
        self.files.iter().partition(is_shown)
    }

    /// Says which stage a file is from, if it is from one.
    pub fn origin(&self, file: &FileDiff<'_>) -> String {
        match file.role {
            Role::Both => String::new(),
            Role::Kept => format!("Kept, from {}", self.old.name),
            Role::Gone => format!("Only in {}", self.old.name),
            Role::Added => format!("Only in {}", self.new.name),
        }
    }

    /// Keeps one file alone: `crawl.rs`, or with its folder.
    ///
    /// # Errors
    /// If neither stage has it; the message names those that they have.
    pub fn only(&mut self, name: &str) -> Result<(), String> {
        let name = name.replace('\\', "/");
        let called = |file: &FileDiff<'_>| file.path == name || file.path.ends_with(&format!("/{name}"));
        if !self.files.iter().any(called) {
            let paths: Vec<_> = self.files.iter().map(|file| file.path).collect();
            let (old, new, paths) = (&self.old.name, &self.new.name, paths.join(", "));
            return Err(format!("neither {old} nor {new} has a file `{name}`; they have {paths}"));
        }
        self.files.retain(called);
        Ok(())
    }
}

/// From this group on, files are named and not shown.
const ASIDE: usize = 10;

impl<'a> FileDiff<'a> {
    fn of(path: &'a str, role: Role, old: &'a str, new: &'a str) -> FileDiff<'a> {
        let mark = if role == Role::Both { Mark::Alone } else { Mark::Whole };
        let (mut old_lines, mut new_lines) = (syntax::lines(old), syntax::lines(new));
        let mut take = |lines: &[usize], side: Side| {
            let all = if side == Side::Old { &mut old_lines } else { &mut new_lines };
            let line = |&index: &usize| Line { number: index + 1, mark, pieces: mem::take(&mut all[index]) };
            lines.iter().map(line).collect()
        };
        let section = |section: sections::Section<'a>| {
            let rows = align(take(&section.old.lines, Side::Old), take(&section.new.lines, Side::New));
            Section { names: [section.old.names, section.new.names], rows }
        };
        let sections = sections::sections(old, new).into_iter().map(section).collect();
        let common = common_lines(old, new);
        let (added, removed) = (new.lines().count() - common, old.lines().count() - common);
        FileDiff {
            path,
            role,
            summary: summary(if new.is_empty() { old } else { new }),
            added,
            removed,
            sections,
        }
    }

    /// Returns the place among the files: those of the idea, of both stages, new, and least.
    fn group(&self) -> usize {
        match (self.role, FIRST.iter().position(|&path| path == self.path)) {
            (Role::Gone, _) => ASIDE + 2,
            (Role::Kept, _) => ASIDE,
            (Role::Added, _) if self.path.matches('/').count() > 1 => ASIDE + 1,
            (_, Some(place)) => place,
            _ if LAST.contains(&self.path) => FIRST.len() + 2,
            (Role::Added, _) => FIRST.len() + 1,
            (Role::Both, _) => FIRST.len(),
        }
    }

    /// Tells whether no line differs.
    pub fn is_same(&self) -> bool {
        self.added + self.removed == 0
    }

    /// Says how much changed, or how much there is.
    pub fn verdict(&self) -> String {
        let lines = |count: usize| format!("{count} line{}", if count == 1 { "" } else { "s" });
        let Self { added, removed, .. } = self;
        match self.role {
            Role::Both if self.is_same() => "the same in both".into(),
            Role::Both => format!("{added} added, {removed} removed"),
            _ => lines(added + removed),
        }
    }
}

/// Returns the files of `old` that `new` imports, and those that they import in turn.
fn kept<'a>(old: &'a Stage, new: &'a Stage) -> Vec<&'a str> {
    let mut kept = Vec::new();
    let mut wanted: Vec<_> =
        new.files.iter().flat_map(|(_, text)| imports(text, &old.crate_name())).collect();
    while let Some(module) = wanted.pop() {
        let path = format!("src/{module}.rs");
        let Some((path, text)) = old.files.iter().find(|(other, _)| *other == path) else { continue };
        if !kept.contains(&path.as_str()) {
            kept.push(path);
            wanted.extend(imports(text, "crate"));
        }
    }
    kept
}

/// Returns the names in the declarations that begin with `use <root>::`.
fn imports<'a>(text: &'a str, root: &str) -> Vec<&'a str> {
    let tokens: Vec<_> = tokens(text).iter().map(|token| token.text).collect();
    let uses = tokens.split(|&token| token == ";");
    let uses = uses.filter_map(|tokens| {
        let start = tokens.windows(2).position(|pair| pair == ["use", root])?;
        Some(tokens[start + 2..].to_vec())
    });
    uses.flatten().collect()
}

/// Returns the first sentence of a file's documentation, without line breaks.
fn summary(text: &str) -> String {
    let doc = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let text = doc.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |dot| dot + 1);
    // Links are for rustdoc.
    text[..end].replace("[`", "`").replace("`]", "`")
}
