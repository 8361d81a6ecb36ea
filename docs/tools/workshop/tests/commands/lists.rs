//! The exercises as a whole: their order, what is said of them, and whether they hold what they promise.

use crate::tools::course::LIB;
use crate::tools::{Tree, command, has, has_no, stdout};

#[test]
fn the_order_is_that_of_the_book() {
    let tree = Tree::course();
    tree.write("docs/book/src/SUMMARY.md", "# Sums\n\n- [Twice](twice.md)\n- [Adding](adding.md)\n");
    let first = "## Sums\n\n1. [Twice](double/README.md) *, `double`, 10 minutes\n2. [Sums](add/";
    has(&tree.shown("list --markdown"), &[first]);
    has(&tree.shown("next"), &["double: Twice"]);
}

#[test]
fn next_keeps_to_the_core_and_hints_come_one_by_one() {
    let tree = Tree::course();
    tree.replace("docs/exercises/add/README.md", "core: yes", "core: no");
    has(&tree.shown("next --core"), &["double: Twice"]);
    let shown = tree.shown("hint");
    has(&shown, &["First."]);
    has_no(&shown, "Second.");
    has(&tree.shown("hint"), &["First.", "Second."]);
    has(&tree.shown("hint"), &["Third.", "no more hints"]);
}

#[test]
fn verify_finds_an_answer_that_survives() {
    let tree = Tree::course();
    let belief = "\"It is product.\"\n  two and three are five\n  add::adds, ";
    has(&tree.shown("verify --rounds 2 --table"), &[belief, "2 exercises, 0 faults"]);
    tree.replace("docs/exercises/add/wrong/a.md", "    b\n", "    b + a\n");
    tree.replace("docs/exercises/add/README.md", "minutes:", "rest: add::gone\nminutes:");
    tree.replace("docs/exercises/add/README.md", "predict: add::adds", "predict: add::add");
    let faults = ["a survives the", "no test's name begins with `add::gone`", "no test is called `add::add`"];
    has(&tree.fails("verify add --rounds 1"), &faults);
    assert_eq!(tree.lib(), LIB);
}

#[test]
fn verify_says_what_a_wrong_answer_lacks() {
    let wrong = |old: &str, new: &str, says: &str| {
        let tree = Tree::course();
        tree.replace("docs/exercises/add/wrong/a.md", old, new);
        has(&tree.fails("verify add --rounds 1"), &[says]);
    };
    wrong("Dies:", "Fails:", "it has to be `# The belief`");
    wrong("@@ add @@", "@@ adds @@", "`adds` is no hole");
    wrong("-    a + b", "-    b + a", "has to have these lines of a once, in `add`:\n    b + a + zero()");
    wrong("+    b\n", "+    b\n }\n+\n+fn more() {\n", "a changes more than the body of `add`");
    wrong("two and three", "two and four", "a: nothing says `two and four`");
    wrong("Dies: add::adds", "Dies: add::add", "a: first is not `add::add`, but `add::adds`");
}

#[test]
fn a_text_is_wrapped_with_its_lists_at_every_width_and_code_is_not() {
    let tree = Tree::course();
    let words = "words that take some room ".repeat(8);
    let code = format!("fn code() {{ {words}}}");
    let text = format!(
        "There are:\n- one: {words}\n  and {words}\n- two: {words}\n\n10. ten: {words}\n\nIn\n2. is no item.\n\n    {code}"
    );
    tree.replace("docs/exercises/add/README.md", "Write it.", &text);
    for width in [24, 40, 79, 80, 100, 130] {
        let mut show = tree.command("show add");
        if width != 80 {
            show.env("COLUMNS", width.to_string());
        }
        let shown = stdout(show.output().unwrap());
        let list = shown.split("There are:\n").nth(1).unwrap().split("\n\n").next().unwrap();
        let lines: Vec<_> = list.lines().collect();
        let is_item = |line: &&&str| line.starts_with("  - one: words") || line.starts_with("  - two: words");
        assert_eq!(lines.iter().filter(is_item).count(), 2, "{shown}");
        let fits = |line: &&str| line.len() <= width.min(100) && line.starts_with("    ") || is_item(&line);
        assert!(lines.iter().all(fits), "{width}: {shown}");
        assert!(lines.iter().any(|line| line.len() + 6 > width.min(100)), "{width}: {shown}");
        has(&shown, &["\n\n  10. ten: words", "\n\n  In 2. is no item.\n"]);
        assert_eq!(shown.contains(&code), width == 80, "{shown}");
    }
}

#[test]
fn an_exercise_is_found_by_its_number() {
    let tree = Tree::course();
    has(&tree.shown("list"), &[" 1 * add   ", " 2 * double   "]);
    has(&tree.shown("show 2"), &["double: Twice"]);
    for name in ["0", "3", "x"] {
        let what = format!("no exercise is called `{name}`; `cargo workshop list` shows all");
        has(&tree.fails(&format!("start {name}")), &[&what]);
    }
    has(&tree.shown("start 2"), &["double: Twice"]);
    has(&tree.shown("solution --apply"), &["double has the solution now"]);
    has(&tree.shown(""), &["0 of 2 exercises are solved, and 1 has the solution.\n"]);
}

#[test]
fn what_is_wrong_with_a_readme_is_said() {
    let tree = Tree::course();
    let readme = "docs/exercises/add/README.md";
    tree.replace(readme, "## Why", "##");
    has(&tree.fails("list"), &[readme, "`## Why` is missing"]);
}

#[test]
fn every_help_fits_80_columns() {
    let commands = " doctor list show start next catch-up check watch hint solution reset undo history restore verify \
                    pack diff";
    for name in commands.split(' ') {
        for option in ["-h", "--help"] {
            let help = stdout(command(&format!("{name} {option}")).output().unwrap());
            let long = help.lines().find(|line| line.chars().count() > 80);
            assert!(long.is_none() && help.contains("Usage"), "the help of {name}: {help}");
        }
    }
}
