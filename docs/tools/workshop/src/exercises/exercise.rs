//! [`Exercise`]: holes in the source of a package, the tests that judge what fills them, and a text.

use std::io;
use std::path::Path;

use super::answer::{self, Answer};
use super::lessons::Lesson;
use crate::root;

/// An exercise, as `docs/exercises/ID/` describes it.
#[derive(Debug, Default)]
pub struct Exercise {
    /// It never changes, so that a learner's progress outlives a newer version of the course.
    pub id: String,
    /// The lesson.
    pub title: String,
    /// What to write: bodies of functions.
    pub holes: Vec<Hole>,
    /// What judges it: how the names of tests begin, such as `queue::` or `queue::every_joiner`. The test that is nearest to
    /// a mistake comes first.
    pub tests: Vec<String>,
    /// What else it can break: tests of its package. All of them, if it is empty.
    pub rest: Vec<String>,
    /// How long it takes.
    pub minutes: u32,
    /// Whether it belongs to a day that has no time for all.
    pub is_core: bool,
    /// The heading of the part of the book that has it.
    pub part: String,
    /// The chapter that has it: a file, relative to `docs/book/src`, with `/`.
    pub chapter: String,
    /// What to write.
    pub task: String,
    /// The headings of the text, each with what is below it.
    sections: Vec<(String, String)>,
    /// Answers that the tests must reject.
    pub wrong: Vec<Answer>,
}

/// The body of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// Relative to the workspace, with `/`.
    pub file: String,
    /// The path of the function in the syntax tree.
    pub path: String,
}

/// How many hints an exercise has.
pub const HINTS: usize = 3;

impl Exercise {
    /// Reads the exercise in the folder `docs/exercises/ID`, which the book has in `lesson`.
    ///
    /// # Errors
    /// If a file cannot be read, or is not as it should be.
    pub fn read(folder: &Path, lesson: Lesson) -> io::Result<Exercise> {
        let path = folder.join("README.md");
        let text = root::read(&path)?.replace("\r\n", "\n");
        let exercise = Exercise::parse(lesson, &text).map_err(|what| wrong(&path, &what))?;
        Ok(Exercise { wrong: answer::read_all(&folder.join("wrong"))?, ..exercise })
    }

    fn parse(Lesson { id, part, chapter }: Lesson, text: &str) -> Result<Exercise, String> {
        let header = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (header, text) = header.ok_or("it has to begin with a header between two lines `---`")?;
        let mut exercise = Exercise { id, part, chapter, ..Exercise::default() };
        for line in header.lines() {
            let (key, value) = line.split_once(": ").ok_or_else(|| format!("`{line}` is no `key: value`"))?;
            exercise.set(key, value.trim()).ok_or_else(|| format!("`{line}` is not understood"))?;
        }
        exercise.set_text(text).ok_or("it has to have one title, `# The lesson`, and a text below it")?;
        let hints = (1..=HINTS).map(|level| format!("Hint {level}"));
        let asked = ["Why", "Predict", "For the instructor"].map(str::to_owned).into_iter().chain(hints);
        match asked.into_iter().find(|heading| exercise.section(heading).is_empty()) {
            Some(heading) => Err(format!("`## {heading}` is missing")),
            None if exercise.holes.is_empty() || exercise.tests.is_empty() || exercise.minutes == 0 => {
                Err("the header has to have a `hole`, a `test` and the `minutes`".into())
            }
            None => Ok(exercise),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "hole" => {
                let (file, path) = value.split_once(' ')?;
                self.holes.push(Hole { file: file.into(), path: path.into() });
            }
            "test" => self.tests.push(beginning(value)),
            "rest" => self.rest.push(beginning(value)),
            "minutes" => self.minutes = value.parse().ok()?,
            "core" => self.is_core = ["no", "yes"].iter().position(|&word| word == value)? == 1,
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

    /// Returns the package whose source has the holes.
    pub fn package(&self) -> &str {
        self.holes[0].package()
    }

    /// Returns the place of a test among those that judge it, such as `queue::a_getter_waits`: what comes first is shown
    /// first. Returns `None` if it is none of them.
    pub fn rank(&self, test: &str) -> Option<usize> {
        self.tests.iter().position(|beginning| test.starts_with(beginning))
    }

    /// Tells whether it can break a test that does not judge it.
    pub fn can_break(&self, test: &str) -> bool {
        let is_near = self.rest.is_empty() || self.rest.iter().any(|beginning| test.starts_with(beginning));
        is_near && self.rank(test).is_none()
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

impl Hole {
    /// Returns the package, which has the name of its folder.
    pub fn package(&self) -> &str {
        self.file.split('/').next().unwrap_or_default()
    }

    /// Returns the error of a source that has no such function.
    pub fn missing(&self) -> io::Error {
        root::not_found(format!("{} has no function `{}`", self.file, self.path))
    }
}

/// Returns how the names of these tests begin: a file of tests has no `::`.
fn beginning(value: &str) -> String {
    if value.contains("::") { value.to_owned() } else { format!("{value}::") }
}

/// Returns an error that says what is wrong with a file.
pub fn wrong(path: &Path, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}
