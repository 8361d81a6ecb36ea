//! Two stages compared, file by file.

use std::io;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::align;
use super::moved::{self, Moves, Place};
use super::row::{Line, Mark, Row, Side};
use super::stages::{Stage, reading_order};
use super::syntax::{self, Span};

/// Two stages, file by file in reading order: first the files of both, then those of one.
pub struct Comparison {
    /// The name of the stage on the left.
    pub old: String,
    /// The name of the stage on the right.
    pub new: String,
    pub files: Vec<FileDiff>,
}

/// A file of either stage or of both.
pub struct FileDiff {
    pub path: String,
    /// The one stage that has it, if only one has.
    pub only_in: Option<Side>,
    /// The first sentence of its documentation.
    pub summary: String,
    pub rows: Vec<Row>,
}

/// How many lines of the new stage were added or moved, and how many of the old one are gone.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub added: usize,
    pub removed: usize,
    pub moved: usize,
}

/// A file's lines in both stages (none where it is not), and how they correspond.
pub struct Texts<'a> {
    pub path: &'a str,
    pub old: Vec<&'a str>,
    pub new: Vec<&'a str>,
    pub ops: Vec<DiffOp>,
    old_spans: Vec<Vec<Span>>,
    new_spans: Vec<Vec<Span>>,
}

impl Comparison {
    /// Compares two stages.
    ///
    /// # Errors
    /// It is the same stage twice.
    pub fn of(old: &Stage, new: &Stage) -> io::Result<Comparison> {
        if old.number == new.number {
            let message = format!("{} differs from itself in nothing", old.name);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let paths = paths(old, new);
        let texts: Vec<_> = paths.iter().map(|path| Texts::of(path, old, new)).collect();
        let moves = moved::find(&texts);
        let diff = |(index, texts): (usize, &Texts<'_>)| FileDiff {
            path: texts.path.to_owned(),
            only_in: only_in(texts.path, old, new),
            summary: summary(if new.file(texts.path).is_some() { &texts.new } else { &texts.old }),
            rows: rows(index, texts, &moves),
        };
        let files = texts.iter().enumerate().map(diff).collect();
        Ok(Comparison { old: old.name.clone(), new: new.name.clone(), files })
    }

    /// Keeps one file alone: `crawl.rs`, or with its folder.
    ///
    /// # Errors
    /// Neither stage has it; the message names those that they have.
    pub fn only(&mut self, name: &str) -> io::Result<()> {
        let name = name.replace('\\', "/");
        let called = |file: &FileDiff| file.path == name || file.path.ends_with(&format!("/{name}"));
        if !self.files.iter().any(called) {
            let paths: Vec<_> = self.files.iter().map(|file| file.path.as_str()).collect();
            let (old, new, paths) = (&self.old, &self.new, paths.join(", "));
            let message = format!("neither {old} nor {new} has a file `{name}`; they have {paths}");
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        self.files.retain(called);
        Ok(())
    }
}

impl FileDiff {
    /// How much of it changed.
    pub fn counts(&self) -> Counts {
        let count = |side: Side, marks: &[Mark]| {
            let lines = self.rows.iter().filter_map(|row| row.line(side));
            lines.filter(|line| marks.contains(&line.mark)).count()
        };
        Counts {
            added: count(Side::New, &[Mark::Alone, Mark::Changed]),
            removed: count(Side::Old, &[Mark::Alone, Mark::Changed]),
            moved: count(Side::New, &[Mark::Moved]),
        }
    }

    /// Whether nothing became of any line.
    pub fn is_same(&self) -> bool {
        self.rows.iter().all(Row::is_same)
    }

    /// How much changed, in words.
    pub fn verdict(&self) -> String {
        // Zeros alone do not say so: lines that left this file are counted where they arrived.
        if self.is_same() { "the same in both".into() } else { self.counts().to_string() }
    }

    /// What a file of one stage alone is: `123 lines (3 moved): what it is for`.
    pub fn outline(&self) -> String {
        let lines = self.rows.len();
        let sides = self.rows.iter().flat_map(|row| [&row.old, &row.new]).flatten();
        let moved = match sides.filter(|line| line.mark == Mark::Moved).count() {
            0 => String::new(),
            moved => format!(" ({moved} moved)"),
        };
        let end = if lines == 1 { "" } else { "s" };
        let colon = if self.summary.is_empty() { "" } else { ": " };
        format!("{lines} line{end}{moved}{colon}{}", self.summary)
    }
}

impl<'a> Texts<'a> {
    fn of(path: &'a str, old: &'a Stage, new: &'a Stage) -> Texts<'a> {
        let (old, new) = (old.file(path).unwrap_or_default(), new.file(path).unwrap_or_default());
        let (old_spans, new_spans) = (syntax::lines(path, old), syntax::lines(path, new));
        let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
        let ops = capture_diff_slices(Algorithm::Patience, &old, &new);
        Texts { path, old, new, ops, old_spans, new_spans }
    }
}

fn paths<'a>(old: &'a Stage, new: &'a Stage) -> Vec<&'a str> {
    let mut paths: Vec<&str> = old.files.iter().chain(&new.files).map(|(path, _)| path.as_str()).collect();
    paths.sort_by(|a, b| reading_order(a, b));
    paths.dedup();
    paths.sort_by_key(|path| only_in(path, old, new).is_some());
    paths
}

fn only_in(path: &str, old: &Stage, new: &Stage) -> Option<Side> {
    match (old.file(path), new.file(path)) {
        (Some(_), None) => Some(Side::Old),
        (None, Some(_)) => Some(Side::New),
        _ => None,
    }
}

/// The first sentence of a file's documentation, its line breaks taken out.
fn summary(lines: &[&str]) -> String {
    let doc = lines.iter().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let text = doc.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |dot| dot + 1);
    // Links are for rustdoc.
    text[..end].replace("[`", "`").replace("`]", "`")
}

fn rows(file: usize, texts: &Texts<'_>, moves: &Moves) -> Vec<Row> {
    let line = |side: Side, index: usize| {
        let (lines, spans) = match side {
            Side::Old => (&texts.old, &texts.old_spans),
            Side::New => (&texts.new, &texts.new_spans),
        };
        let spans = spans.get(index).cloned().unwrap_or_default();
        let note = moves.note(side, Place { file, line: index });
        let mark = if moves.has(side, Place { file, line: index }) { Mark::Moved } else { Mark::Alone };
        Line { number: index + 1, mark, parts: vec![(false, lines[index].to_owned())], spans, note }
    };
    let mut rows = Vec::new();
    for op in &texts.ops {
        let (tag, old, new) = op.as_tag_tuple();
        let old = old.map(|index| line(Side::Old, index)).collect();
        let new = new.map(|index| line(Side::New, index)).collect();
        rows.extend(if tag == DiffTag::Equal { align::same(old, new) } else { align::align(old, new) });
    }
    rows
}
