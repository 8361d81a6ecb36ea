//! [`Exercise`]: holes in the source of a package, the tests that judge what fills them, and a text.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use super::hole::Hole;
use crate::root;

/// The folder of the exercises, which have a folder each.
pub const FOLDER: &str = "docs/exercises";

/// The number of hints of an exercise.
pub const HINTS: usize = 3;

/// The headings that the text of an exercise has to have.
const HEADINGS: [&str; 7] = ["Why", "Predict", "Hint 1", "Hint 2", "Hint 3", "Answer", "For the instructor"];

/// An exercise, as `docs/exercises/ID/` describes it.
#[derive(Debug, Default)]
pub struct Exercise {
    /// The name of its folder. It never changes, because a learner's progress is kept by it.
    pub id: String,
    /// The lesson.
    pub title: String,
    /// The bodies of functions to write.
    pub holes: Vec<Hole>,
    /// The tests that judge it: how the names of tests begin, such as `parts::` or `parts::queue::every`. The
    /// test that is nearest to a mistake comes first.
    pub tests: Vec<String>,
    /// The other tests of its package that it can break. All of them, if it is empty.
    pub rest: Vec<String>,
    /// The test that has the answer to its prediction: one of those that judge it.
    pub predicted: String,
    /// The time that it takes, in minutes.
    pub minutes: u32,
    /// Whether it belongs to a day that has no time for all.
    pub is_core: bool,
    /// The heading of the part of the book that has it.
    pub part: String,
    /// The chapter that has it: a file, relative to `docs/book/src`, with `/`.
    pub chapter: String,
    /// The text that says what to write.
    pub task: String,
    /// The headings of the text, each with what is below it.
    pub(super) sections: Vec<(String, String)>,
}

impl Exercise {
    /// Reads the exercise from its folder in the workspace.
    ///
    /// # Errors
    /// If the file cannot be read, or is not as it should be.
    pub fn read(&mut self, root: &Path) -> io::Result<()> {
        let path = root.join(FOLDER).join(&self.id).join("README.md");
        let text = root::read(&path)?;
        self.parse(&text).map_err(|what| root::not_as_it_should_be(&path, &what))
    }

    /// Reads the exercise from the text of its file. Returns what is wrong with it.
    pub(super) fn parse(&mut self, text: &str) -> Result<(), String> {
        let header = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (header, text) = header.ok_or("it has to begin with a header between two lines `---`")?;
        for line in header.lines() {
            let set = line.split_once(": ").and_then(|(key, value)| self.set(key, value.trim()));
            set.ok_or_else(|| format!("`{line}` is not understood"))?;
        }
        self.set_text(text).ok_or("it has to have one title, `# The lesson`, and a text below it")?;
        if let Some(missing) = HEADINGS.into_iter().find(|heading| self.section(heading).is_empty()) {
            return Err(format!("`## {missing}` is missing"));
        }
        if self.holes.is_empty() || self.tests.is_empty() || self.minutes == 0 {
            return Err("the header has to have a `hole`, a `test` and the `minutes`".into());
        }
        let predicted = &self.predicted;
        let what = || format!("`predict:` has to name a test that a line `test:` covers, not `{predicted}`");
        self.rank(predicted).map(drop).ok_or_else(what)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "hole" => {
                let (file, path) = value.split_once(' ')?;
                self.holes.push(Hole { file: file.into(), path: path.into() });
            }
            "test" => self.tests.push(prefix(value)),
            "rest" => self.rest.push(prefix(value)),
            "predict" => self.predicted = value.to_owned(),
            "minutes" => self.minutes = value.parse().ok()?,
            "core" if ["no", "yes"].contains(&value) => self.is_core = value == "yes",
            _ => return None,
        }
        Some(())
    }

    fn set_text(&mut self, text: &str) -> Option<()> {
        let (title, text) = text.trim().strip_prefix("# ")?.split_once('\n')?;
        let mut parts = text.split("\n## ");
        self.title = title.trim().to_owned();
        self.task = parts.next()?.trim().to_owned();
        for part in parts {
            let (heading, text) = part.split_once('\n')?;
            // The first line may be code, which is indented.
            self.sections.push((heading.trim().to_owned(), text.trim_matches('\n').to_owned()));
        }
        Some(())
    }

    /// Returns the text below a heading. It is empty if there is no such heading.
    pub fn section(&self, heading: &str) -> &str {
        self.sections.iter().find(|(its, _)| its == heading).map_or("", |(_, text)| text)
    }

    /// Returns the files that have its holes, each once.
    pub fn files(&self) -> BTreeSet<&str> {
        self.holes.iter().map(|hole| hole.file.as_str()).collect()
    }

    /// Returns its holes in a file.
    pub fn holes_in<'a>(&'a self, file: &'a str) -> impl Iterator<Item = &'a Hole> {
        self.holes.iter().filter(move |hole| hole.file == file)
    }

    /// Returns the folder of the package that has the holes, such as `stage1-blocking` or `docs/work`.
    pub fn folder(&self) -> &str {
        let file = &self.holes[0].file;
        file.split_once("/src/").map_or(file, |(folder, _)| folder)
    }

    /// Returns the package whose source has the holes: it has the name of its folder, without the path to it.
    pub fn package(&self) -> &str {
        self.folder().rsplit('/').next().unwrap_or_default()
    }

    /// Returns the place of a test among those that judge it, such as
    /// `parts::queue::a_getter_waits`: what comes first is shown first. Returns `None` if it is none of them.
    pub fn rank(&self, test: &str) -> Option<usize> {
        self.tests.iter().position(|prefix| test.starts_with(prefix))
    }

    /// Tells whether it can break a test that does not judge it.
    pub fn can_break(&self, test: &str) -> bool {
        let is_near = self.rest.is_empty() || self.rest.iter().any(|prefix| test.starts_with(prefix));
        is_near && self.rank(test).is_none()
    }

    /// Returns the command that runs its tests, and others of their files, without this program.
    pub fn command(&self) -> String {
        let files = targets(&self.tests).into_iter().map(|target| format!(" --test {target}"));
        format!("cargo test -p {}{}", self.package(), files.collect::<String>())
    }

    /// Returns how the `todo!` in its holes begins.
    pub fn mark(&self) -> String {
        format!("todo!(\"{}: ", self.id)
    }

    /// Returns the message of the `todo!` in its holes.
    pub fn message(&self) -> String {
        format!("{}: {}", self.id, self.title)
    }
}

/// Returns the programs of tests that names of tests begin with, each once.
pub fn targets(tests: &[String]) -> Vec<&str> {
    let mut targets = Vec::new();
    for target in tests.iter().filter_map(|test| test.split("::").next()) {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

/// Returns how the names of these tests begin: a file of tests has no `::`.
fn prefix(value: &str) -> String {
    if value.contains("::") { value.to_owned() } else { format!("{value}::") }
}
