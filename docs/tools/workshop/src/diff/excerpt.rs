//! Parts of two stages side by side, for the book.

use super::compare::Comparison;
use super::file::{FileDiff, Role, Section};
use super::html;
use super::row::is_same;
use super::stages::Workspace;

/// The lines that belong to one name in two stages.
#[derive(Debug)]
pub struct Excerpt<'a> {
    /// The file of both stages, such as `src/fetch.rs`.
    pub path: &'a str,
    /// The folders of the stages.
    pub folders: [&'a str; 2],
    /// The functions and types in each stage.
    pub names: [Vec<&'a str>; 2],
    /// The indices of the lines in each stage.
    pub lines: [Vec<usize>; 2],
    /// The number of rows.
    pub height: usize,
    /// The lines, as HTML.
    pub html: String,
}

/// A file that two stages do not have in common, line for line.
#[derive(Debug)]
pub struct Change<'a> {
    /// Such as `src/fetch.rs`.
    pub path: &'a str,
    /// The folder of the stage that has it: the new one, or else the old one.
    pub folder: &'a str,
    /// The difference: how many lines were added and removed, or how many are new, gone or kept.
    pub verdict: String,
    /// The first sentence of its documentation.
    pub summary: String,
    /// The names in each part that differs, if both stages have the file.
    pub parts: Vec<[Vec<&'a str>; 2]>,
}

/// Returns what belongs to `name` in two stages: a function or a type, perhaps with its file:
/// `crawl.rs::work`. Without a file, the one that both stages have counts.
///
/// # Errors
/// If there is no such stage, or no such name, or if several files have it; the message says what there is.
pub fn excerpt<'a>(
    workspace: &'a Workspace,
    name: &str,
    [old, new]: [&str; 2],
) -> Result<Excerpt<'a>, String> {
    let comparison = Comparison::of(workspace.stage(old)?, workspace.stage(new)?);
    let (file, name) = name.split_once("::").map_or((None, name), |(file, name)| (Some(file), name));
    let is_asked = |path: &str| {
        file.is_none_or(|file| {
            path.strip_suffix(file).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        })
    };
    let with_name = |(file, part): &(&FileDiff<'a>, &Section<'a>)| {
        is_asked(file.path)
            && file.path.ends_with(".rs")
            && part.names.iter().flatten().any(|&its| its == name)
    };
    let parts = comparison.files.iter().flat_map(|file| file.sections.iter().map(move |part| (file, part)));
    let mut found: Vec<_> = parts.filter(with_name).collect();
    if found.iter().filter(|(file, _)| file.role == Role::Both).count() == 1 {
        found.retain(|(file, _)| file.role == Role::Both);
    }
    match found[..] {
        [] => Err(format!("neither stage {old} nor stage {new} has `{name}`")),
        [(file, part)] => Ok(Excerpt {
            path: file.path,
            folders: [comparison.old.folder, comparison.new.folder],
            names: part.names.clone(),
            lines: [0, 1].map(|side| {
                part.rows.iter().filter_map(|row| row[side].as_ref()).map(|line| line.number - 1).collect()
            }),
            height: part.rows.len(),
            html: html::sections(&comparison, file, &[part]).into_string(),
        }),
        _ => {
            let paths: Vec<_> = found.iter().map(|(file, _)| file.path).collect();
            Err(format!("several files have `{name}`: {}; write `FILE::{name}`", paths.join(", ")))
        }
    }
}

/// Returns the files that differ between two stages, in reading order.
///
/// # Errors
/// If there is no such stage.
pub fn changes<'a>(workspace: &'a Workspace, [old, new]: [&str; 2]) -> Result<Vec<Change<'a>>, String> {
    let comparison = Comparison::of(workspace.stage(old)?, workspace.stage(new)?);
    let change = |file: &FileDiff<'a>| {
        let (stage, word) = match file.role {
            Role::Both => (comparison.new, ""),
            Role::Added => (comparison.new, "new, "),
            Role::Gone => (comparison.old, "gone, "),
            Role::Kept => (comparison.old, "kept, "),
        };
        let parts = file.sections.iter().filter(|part| file.role == Role::Both && differs(part));
        Change {
            path: file.path,
            folder: stage.folder,
            verdict: format!("{word}{}", file.verdict()),
            summary: file.summary.clone(),
            parts: parts.map(|part| part.names.clone()).collect(),
        }
    };
    Ok(comparison.files.iter().filter(|file| !file.is_same()).map(change).collect())
}

fn differs(part: &Section<'_>) -> bool {
    !part.names.iter().all(Vec::is_empty) && part.rows.iter().any(|row| !is_same(row))
}
