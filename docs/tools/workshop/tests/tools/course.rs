//! A made-up course with two exercises.

use std::process::Command;

use super::Tree;

/// The source with both holes.
pub const LIB: &str = "//! Arithmetic.\n\nmod unused;\n\nuse unused::zero;\n\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 \
                       {\n    a + b + zero()\n}\n\n/// A number.\npub struct Number(pub u32);\n\nimpl Number {\n    /// \
                       Doubles it.\n    pub fn double(&mut self) {\n        self.0 *= 2;\n    }\n}\n";

/// The hole of `add`.
pub const HOLE: &str = "todo!(\"add: Sums\")";

const MANIFEST: &str = "[workspace]\nmembers = [\"sums\"]\nresolver = \"3\"\n";

const PACKAGE: &str = "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

const TESTS: &str =
    "#[test]\nfn adds() {\n    assert_eq!(sums::add(2, 3), 5, \"two and three are five\");\n}\n";

const MORE_TESTS: &str = "#[test]\nfn doubles() {\n    let mut number = sums::Number(2);\n    number.double();\n    \
                          assert_eq!(number.0, 4, \"twice two is four\");\n}\n";

impl Tree {
    /// Makes a course for one test.
    pub fn course(test: &str) -> Tree {
        let tree = Tree::empty(test);
        tree.write("Cargo.toml", MANIFEST);
        tree.write(".cargo/config.toml", "");
        tree.write("rustfmt.toml", "");
        tree.write("sums/Cargo.toml", PACKAGE);
        tree.write("sums/src/lib.rs", LIB);
        tree.write("sums/src/unused.rs", "pub fn zero() -> u32 {\n    0\n}\n");
        tree.write("sums/tests/add.rs", TESTS);
        tree.write("sums/tests/double.rs", MORE_TESTS);
        tree.write(
            "docs/book/src/SUMMARY.md",
            "# Sums\n\n- [Adding](adding.md)\n\n# Products\n\n- [Twice](twice.md)\n",
        );
        tree.write("docs/book/src/adding.md", "# Adding\n\n{{#exercise add}}\n");
        tree.write("docs/book/src/twice.md", "# Twice\n\n{{#exercise double}}\n");
        let add = |body: &str| format!("fn add(a: u32, b: u32) -> u32 {{\n    {body}\n}}\n");
        let wrong = [("a", "two and three", add("b")), ("product", "two and three", add("a * b"))];
        tree.exercise("add", "Sums", "add", "adds", &wrong);
        let double = "impl Number {\n    fn double(&mut self) {\n        self.0 += 1;\n    }\n}\n";
        tree.exercise(
            "double",
            "Twice",
            "Number::double",
            "doubles",
            &[("one", "twice two", double.to_owned())],
        );
        tree
    }

    /// Writes an exercise with its wrong answers: the name, what the test says, the code.
    fn exercise(&self, id: &str, title: &str, path: &str, test: &str, wrong: &[(&str, &str, String)]) {
        let text = format!(
            "---\nhole: sums/src/lib.rs {path}\ntest: {id}\npredict: {id}::{test}\nminutes: 10\ncore: yes\n---\n\n# {title}\n\nWrite \
             it.\n\n## Why\nSo.\n\n## Predict\nHow many?\n\n## Hint 1\nFirst.\n\n## Hint 2\nSecond.\n\n## Hint 3\nThird.\n\n\
             ## Answer\nFive.\n\n## For the instructor\nStop.\n"
        );
        self.write(&format!("docs/exercises/{id}/README.md"), &text);
        for (name, says, code) in wrong {
            let head = format!(
                "//! It is {name}.\n//!\n//! It is not.\n//!\n//! Dies: {id}::{test}\n//! Says: {says}\n\n"
            );
            self.write(&format!("docs/exercises/{id}/wrong/{name}.rs"), &(head + code));
        }
    }

    /// Adds a line to the header of an exercise.
    pub fn edit_header(&self, id: &str, line: &str) {
        let readme = format!("docs/exercises/{id}/README.md");
        self.write(&readme, &self.read(&readme).replace("minutes:", &format!("{line}\nminutes:")));
    }

    /// Returns the source with the holes, as it is now.
    pub fn lib(&self) -> String {
        self.read("sums/src/lib.rs")
    }

    /// Replaces a text in the source, as a learner does.
    #[track_caller]
    pub fn edit(&self, old: &str, new: &str) {
        let lib = self.lib();
        assert!(lib.contains(old), "there is no `{old}` in {lib}");
        self.write("sums/src/lib.rs", &lib.replace(old, new));
    }

    /// Makes it a repository, and commits all.
    pub fn commit(&self) {
        self.git(&["init", "--quiet", "--initial-branch=main"]);
        self.git(&["config", "user.name", "A"]);
        self.git(&["config", "user.email", "a@b"]);
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "--message", "All"]);
    }

    /// Returns what git prints, which must succeed.
    #[track_caller]
    pub fn git(&self, arguments: &[&str]) -> String {
        let output = self.git_command(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns git in this workspace, to be run.
    pub fn git_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(self.root.path()).args(arguments);
        command
    }
}

/// Returns the first `restore` that `text` names.
#[track_caller]
pub fn restore(text: &str) -> [&str; 2] {
    let number = text.split("`cargo workshop restore ").nth(1).and_then(|rest| rest.split('`').next());
    ["restore", number.unwrap_or_else(|| panic!("it names no `restore`: {text}"))]
}
