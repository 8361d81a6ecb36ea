//! Two stages compared, file by file: first what carries the idea.

use super::file::{FileDiff, Order, Role};
use super::stages::{Stage, kept};

/// Two stages, file by file.
pub struct Comparison<'a> {
    pub old: &'a Stage,
    pub new: &'a Stage,
    /// The files, in the order in which they are best read.
    pub files: Vec<FileDiff<'a>>,
}

impl<'a> Comparison<'a> {
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
        files.sort_by_key(|file| (file.order(), new.reading_order(file.path), file.path));
        Comparison { old, new, files }
    }

    /// Returns the names of the two.
    pub fn title(&self) -> String {
        format!("{} and {}", self.old.name, self.new.name)
    }

    /// Returns what changes, in a sentence.
    pub fn idea(&self) -> Option<&'static str> {
        Some(match (self.old.short, self.new.short) {
            ("1", "2") => {
                "No thread waits any more: a call becomes a callback, and its stack becomes a struct."
            }
            ("1", "3") => {
                "What waits is a value and no longer a thread: each call becomes a state of a future."
            }
            ("1", "4") => {
                "The text stays, and `await` comes in: what waits is a future and no longer a thread."
            }
            ("2", "3") => {
                "A chain of callbacks becomes a future: one value, which a task polls when it is woken."
            }
            ("2", "4") => "The steps are one function again: `await` stands where a callback was registered.",
            ("3", "4") => {
                "The compiler writes the state machines: a struct, its states and `poll` become `async fn`."
            }
            ("4", "work") => {
                "Any thread may poll a task: what the task keeps across an await must be `Send`."
            }
            _ => return None,
        })
    }

    /// Returns the files to show line by line, and those to name.
    ///
    /// A file that was asked for is shown.
    pub fn shown(&self) -> (Vec<&FileDiff<'a>>, Vec<&FileDiff<'a>>) {
        self.files.iter().partition(|file| self.is_shown(file))
    }

    /// Tells whether a file is shown, and not only named.
    pub fn is_shown(&self, file: &FileDiff<'_>) -> bool {
        file.order() < Order::Kept || self.files.len() == 1
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
    pub fn only(mut self, name: &str) -> Result<Comparison<'a>, String> {
        let name = name.replace('\\', "/");
        let called = |file: &FileDiff<'_>| file.path == name || file.path.ends_with(&format!("/{name}"));
        if !self.files.iter().any(called) {
            let paths: Vec<_> = self.files.iter().map(|file| file.path).collect();
            let (old, new, paths) = (&self.old.name, &self.new.name, paths.join(", "));
            return Err(format!("neither {old} nor {new} has a file `{name}`; they have {paths}"));
        }
        self.files.retain(called);
        Ok(self)
    }
}

/// Returns a table for each comparison: the lines of each file that were added and removed, and their sums.
pub fn stat(comparisons: &[Comparison<'_>]) -> String {
    let files = comparisons.iter().flat_map(|comparison| &comparison.files);
    let width = files.map(|file| file.path.len()).max().unwrap_or(0).max("total".len());
    comparisons.iter().map(|comparison| table(comparison, width)).collect::<Vec<_>>().join("\n")
}

fn table(comparison: &Comparison<'_>, width: usize) -> String {
    let row = |path: &str, added: &str, removed: &str, note: &str| {
        let row = format!("  {path:width$}  {added:>6}  {removed:>7}  {note}");
        row.trim_end().to_owned() + "\n"
    };
    let mut table = comparison.title() + "\n";
    table += &row("file", "added", "removed", "");
    let mut sum = (0, 0);
    for file in &comparison.files {
        let (added, removed) = match file.role {
            Role::Kept => (0, 0),
            _ => (file.added, file.removed),
        };
        table += &row(file.path, &added.to_string(), &removed.to_string(), &comparison.origin(file));
        sum = (sum.0 + added, sum.1 + removed);
    }
    table + &row("total", &sum.0.to_string(), &sum.1.to_string(), "")
}
