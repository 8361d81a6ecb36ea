//! A made-up course with two exercises. Their package is not at the top of the workspace.

use std::process::Command;

use super::{Tree, stdout};

/// The file with both holes.
pub const SOURCE: &str = "docs/sums/src/lib.rs";

/// Its text, as the course has it.
pub const LIB: &str = include_str!("course/lib.txt");

/// The holes of `add` and of `double`.
pub const HOLE: &str = "todo!(\"add: Sums\")";
pub const HOLE_OF_DOUBLE: &str = "todo!(\"double: Twice\")";

/// The tests of `add`, and those of `double`.
pub const TESTS: &str = "docs/sums/tests/add.rs";
pub const MORE_TESTS: &str = "docs/sums/tests/double.rs";

impl Tree {
    pub fn course() -> Tree {
        let tree = Tree::empty();
        tree.write(SOURCE, LIB);
        for file in include_str!("course/files.txt").split("==== ").skip(1) {
            let (path, text) = file.split_once('\n').unwrap();
            tree.write(path, text);
        }
        tree
    }

    /// Adds a test to a file of tests.
    pub fn add_test(&self, file: &str, test: &str) {
        self.write(file, &format!("{}\n#[test]\n{test}", self.read(file)));
    }

    /// Returns the source with the holes, as it is now.
    pub fn lib(&self) -> String {
        self.read(SOURCE)
    }

    /// Replaces a text in that source, as a learner does.
    #[track_caller]
    pub fn edit(&self, old: &str, new: &str) {
        self.replace(SOURCE, old, new);
    }

    /// Returns the course with an answer to `add`.
    #[track_caller]
    pub fn answered(answer: &str) -> Tree {
        let tree = Tree::course();
        tree.answer(answer);
        tree
    }

    /// Starts `add`, and fills its hole.
    #[track_caller]
    pub fn answer(&self, answer: &str) {
        self.shown("start add");
        self.edit(HOLE, answer);
    }

    /// Makes it a repository, and commits all but what git has to ignore.
    pub fn commit(&self) {
        self.write(".gitignore", ".workshop\ntarget\n");
        self.git(&["init", "--quiet", "--initial-branch=main"]);
        self.user();
        self.git(&["add", "--all", "."]);
        self.git(&["commit", "--quiet", "--message", "All"]);
    }

    /// Sets the name of git's committer.
    pub fn user(&self) {
        self.git(&["config", "user.name", "A"]);
        self.git(&["config", "user.email", "a@b"]);
    }

    /// Runs git, which must succeed unless it finds a conflict, and returns what it prints.
    #[track_caller]
    pub fn git(&self, words: &[&str]) -> String {
        let git = Command::new("git").arg("-C").arg(self.path(".")).args(words).output().unwrap();
        let finds_conflict = words[0] == "pull" && git.status.code() == Some(1);
        assert!(git.status.success() || finds_conflict, "{git:?}");
        stdout(git)
    }
}

/// Returns the first `restore` that `text` names.
#[track_caller]
pub fn restore(text: &str) -> String {
    let number = text.split("`cargo workshop restore ").nth(1).and_then(|rest| rest.split('`').next());
    format!("restore {}", number.unwrap_or_else(|| panic!("it names no `restore`: {text}")))
}
