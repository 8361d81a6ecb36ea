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
    tree.replace("docs/exercises/add/wrong/a.rs", "    b\n", "    b + a\n");
    tree.replace("docs/exercises/add/README.md", "minutes:", "rest: gone\nminutes:");
    tree.replace("docs/exercises/add/README.md", "predict: add::adds", "predict: add::add");
    let faults = ["a survives the", "no test's name begins with `gone::`", "no test is called `add::add`"];
    has(&tree.fails("verify add --rounds 1"), &faults);
    assert_eq!(tree.lib(), LIB);
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
