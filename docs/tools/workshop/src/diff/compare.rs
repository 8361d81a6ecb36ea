//! Two stages compared, file by file: first what carries the idea.

use super::file::{FileDiff, Role, Section};
use super::stages::{Stage, Workspace, kept};

/// The files that carry the idea, and those that differ least.
const FIRST: [&str; 2] = ["src/fetch.rs", "src/crawl.rs"];
const LAST: [&str; 3] = ["src/main.rs", "src/lib.rs", "tests/whole/contract.rs"];

/// What changes from one stage to another.
const IDEAS: [(&str, &str, &str); 7] = [
    ("1", "2", "No thread waits any more: a call becomes a callback, and its stack becomes a struct."),
    ("1", "3", "What waits is a value and no longer a thread: each call becomes a state of a future."),
    ("1", "4", "The text stays, and `await` comes in: what waits is a future and no longer a thread."),
    ("2", "3", "A chain of callbacks becomes a future: one value, which a task polls when it is woken."),
    ("2", "4", "The steps are one function again: `await` stands where a callback was registered."),
    ("3", "4", "The compiler writes the state machines: a struct, its states and `poll` become `async fn`."),
    ("4", "work", "Any thread may poll a task: what the task keeps across an await must be `Send`."),
];

/// Two stages, file by file.
pub struct Comparison<'a> {
    /// The stage on the left.
    pub old: &'a Stage,
    /// The stage on the right.
    pub new: &'a Stage,
    /// The files, in the order in which they are best read.
    pub files: Vec<FileDiff<'a>>,
}

impl<'a> Comparison<'a> {
    /// Compares two stages that are named.
    ///
    /// # Errors
    /// If there is no such stage; the message says which ones there are.
    pub fn between(workspace: &'a Workspace, [old, new]: [&str; 2]) -> Result<Comparison<'a>, String> {
        Ok(Comparison::of(workspace.stage(old)?, workspace.stage(new)?))
    }

    /// Compares two stages.
    pub fn of(old: &'a Stage, new: &'a Stage) -> Comparison<'a> {
        let kept = kept(old, new);
        let is_kept = |path: &str| kept.contains(&path);
        let in_old = old.files.iter().map(|(path, text)| match new.file(path) {
            _ if is_kept(path) => FileDiff::of(path, Role::Kept, text, ""),
            Some(other) => FileDiff::of(path, Role::Both, text, other),
            None => FileDiff::of(path, Role::Gone, text, ""),
        });
        let in_new = new.files.iter().filter(|(path, _)| is_kept(path) || old.file(path).is_none());
        let in_new = in_new.map(|(path, text)| FileDiff::of(path, Role::Added, "", text));
        let mut files: Vec<_> = in_old.chain(in_new).collect();
        files.sort_by_key(|file| {
            let first = FIRST.iter().position(|&path| path == file.path).unwrap_or(FIRST.len());
            let place = (!file.is_on_path(), LAST.contains(&file.path), first, file.role);
            // Then as the README lists them; files that it does not name come last.
            (place, new.readme.find(file.path).unwrap_or(usize::MAX), file.path)
        });
        Comparison { old, new, files }
    }

    /// Returns the names of the two.
    pub fn title(&self) -> String {
        format!("{} and {}", self.old.name, self.new.name)
    }

    /// Returns what changes, in a sentence.
    pub fn idea(&self) -> Option<&'static str> {
        let pair = (self.old.short, self.new.short);
        IDEAS.iter().find(|&&(old, new, _)| (old, new) == pair).map(|&(_, _, idea)| idea)
    }

    /// Tells whether a file is shown line by line, and not only named. A file that was asked for is.
    pub fn is_shown(&self, file: &FileDiff<'_>) -> bool {
        file.is_on_path() || self.files.len() == 1
    }

    /// Keeps one file alone: `crawl.rs`, or with its folder.
    ///
    /// # Errors
    /// If neither stage has it; the message says what they have.
    pub fn only(mut self, name: &str) -> Result<Comparison<'a>, String> {
        let name = name.replace('\\', "/");
        if !self.files.iter().any(|file| is_called(file.path, &name)) {
            let paths: Vec<_> = self.files.iter().map(|file| file.path).collect();
            let (old, new, paths) = (&self.old.name, &self.new.name, paths.join(", "));
            return Err(format!("neither {old} nor {new} has a file `{name}`; they have {paths}"));
        }
        self.files.retain(|file| is_called(file.path, &name));
        Ok(self)
    }

    /// Returns what belongs to `name` in the two: a function or a type, perhaps with its file, such as
    /// `crawl.rs::work`. Without a file, the one that both stages have counts.
    ///
    /// # Errors
    /// If there is no such name, or if several files have it; the message says which ones.
    pub fn part(&self, name: &str) -> Result<(&FileDiff<'a>, &Section<'a>), String> {
        let (path, name) = name.split_once("::").map_or((None, name), |(path, name)| (Some(path), name));
        let files = self.files.iter().filter(|file| path.is_none_or(|path| is_called(file.path, path)));
        let parts = files.flat_map(|file| file.sections.iter().map(move |part| (file, part)));
        let mut found: Vec<_> = parts.filter(|(_, part)| part.names.concat().contains(&name)).collect();
        if found.iter().filter(|(file, _)| file.role == Role::Both).count() == 1 {
            found.retain(|(file, _)| file.role == Role::Both);
        }
        let paths: Vec<_> = found.iter().map(|(file, _)| file.path).collect();
        match found[..] {
            [] => Err(format!("neither {} nor {} has `{name}`", self.old.name, self.new.name)),
            [part] => Ok(part),
            _ => Err(format!("several files have `{name}`: {}; write `FILE::{name}`", paths.join(", "))),
        }
    }
}

/// Tells whether a path ends with `name`, as a whole part of it.
fn is_called(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
