//! A made-up course with two exercises. Their package is not at the top of the workspace.

use std::process::Command;

use super::Tree;

/// The file with both holes.
pub const SOURCE: &str = "docs/sums/src/lib.rs";

/// Its text, as the course has it.
pub const LIB: &str = "//! Arithmetic.\n\nmod unused;\n\nuse unused::zero;\n\n/// Adds.\npub fn add(a: u32, b: u32) -> u32 \
                       {\n    a + b + zero()\n}\n\n/// A number.\npub struct Number(pub u32);\n\nimpl Number {\n    /// \
                       Doubles it.\n    pub fn double(&mut self) {\n        self.0 *= 2;\n    }\n}\n";

/// The holes of `add` and of `double`.
pub const HOLE: &str = "todo!(\"add: Sums\")";
pub const HOLE_OF_DOUBLE: &str = "todo!(\"double: Twice\")";

/// The tests of `add`, and those of `double`.
pub const TESTS: &str = "docs/sums/tests/add.rs";
pub const MORE_TESTS: &str = "docs/sums/tests/double.rs";

/// The file that the library uses, changed.
pub const OTHER: [&str; 2] = ["docs/sums/src/unused.rs", "pub fn zero() -> u32 {\n    1 - 1\n}\n"];

/// What the course has beside the exercises.
const FILES: [[&str; 2]; 10] = [
    ["Cargo.toml", "[workspace]\nmembers = [\"docs/sums\"]\nresolver = \"3\"\n"],
    [".cargo/config.toml", ""],
    ["docs/sums/Cargo.toml", "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"],
    [SOURCE, LIB],
    [OTHER[0], "pub fn zero() -> u32 {\n    0\n}\n"],
    [TESTS, "#[test]\nfn adds() {\n    assert_eq!(sums::add(2, 3), 5, \"two and three are five\");\n}\n"],
    [
        MORE_TESTS,
        "#[test]\nfn doubles() {\n    let mut number = sums::Number(2);\n    number.double();\n    \
         assert_eq!(number.0, 4, \"twice two is four\");\n}\n",
    ],
    ["docs/book/src/SUMMARY.md", "# Sums\n\n- [Adding](adding.md)\n\n# Products\n\n- [Twice](twice.md)\n"],
    ["docs/book/src/adding.md", "# Adding\n\n{{#exercise add}}\n"],
    ["docs/book/src/twice.md", "# Twice\n\n{{#exercise double}}\n"],
];

impl Tree {
    pub fn course() -> Tree {
        let tree = Tree::empty();
        FILES.iter().for_each(|[file, text]| tree.write(file, text));
        tree.exercise("add", "Sums", "add", "adds");
        tree.exercise("double", "Twice", "Number::double", "doubles");
        let add = |body: &str| format!("fn add(a: u32, b: u32) -> u32 {{\n    {body}\n}}\n");
        tree.wrong("add/wrong/a", "add::adds", "two and three", &add("b"));
        tree.wrong("add/wrong/product", "add::adds", "two and three", &add("a * b"));
        let double = "impl Number {\n    fn double(&mut self) {\n        self.0 += 1;\n    }\n}\n";
        tree.wrong("double/wrong/one", "double::doubles", "twice two", double);
        tree
    }

    fn exercise(&self, id: &str, title: &str, path: &str, test: &str) {
        let text = format!(
            "---\nhole: {SOURCE} {path}\ntest: {id}\npredict: {id}::{test}\nminutes: 10\ncore: yes\n---\n\n# {title}\n\nWrite \
             it.\n\n## Why\nSo.\n\n## Predict\nHow many?\n\n## Hint 1\nFirst.\n\n## Hint 2\nSecond.\n\n## Hint 3\nThird.\n\n\
             ## Answer\nFive.\n\n## For the instructor\nStop.\n"
        );
        self.write(&format!("docs/exercises/{id}/README.md"), &text);
    }

    /// Writes a wrong answer, whose misconception is its name.
    pub fn wrong(&self, file: &str, dies: &str, says: &str, code: &str) {
        let name = file.rsplit('/').next().unwrap();
        let head = format!(
            "//! It is\n//! {name}.\n//!\n//! It is not.\n//!\n//! Dies: {dies}\n//! Says: {says}\n\n"
        );
        self.write(&format!("docs/exercises/{file}.rs"), &(head + code));
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

    /// Starts `add`, and fills its hole.
    #[track_caller]
    pub fn answer(&self, answer: &str) {
        self.shown("start add");
        self.edit(HOLE, answer);
    }

    /// Makes it a repository, and commits all but what git has to ignore.
    pub fn commit(&self) {
        self.write(".gitignore", ".workshop\ntarget\n");
        let user = ["config user.name A", "config user.email a@b"];
        for words in
            ["init --quiet --initial-branch=main", user[0], user[1], "add .", "commit --quiet --message All"]
        {
            let git =
                Command::new("git").arg("-C").arg(self.path(".")).args(words.split(' ')).output().unwrap();
            assert!(git.status.success(), "{git:?}");
        }
    }
}

/// Returns the first `restore` that `text` names.
#[track_caller]
pub fn restore(text: &str) -> String {
    let number = text.split("`cargo workshop restore ").nth(1).and_then(|rest| rest.split('`').next());
    format!("restore {}", number.unwrap_or_else(|| panic!("it names no `restore`: {text}")))
}
