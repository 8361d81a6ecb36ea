//! What `check` shows of failures, and which tests it runs.

mod exercise_tools;

use exercise_tools::{Tree, missing};

const HOLE: &str = "todo!(\"add: Sums\")";

#[test]
fn an_answer_that_breaks_the_rest_of_the_crawler_is_not_solved() {
    let tree = Tree::new("rest");
    let tests = tree.read("sums/tests/double.rs");
    tree.write(
        "sums/tests/double.rs",
        &(tests
            + "\n#[test]\nfn sums_of_ones() {\n    assert_eq!(sums::add(1, 1), 2, \"one and one\");\n}\n"),
    );
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a.max(2) + b");
    let shown = tree.fails(&["check"]);
    let parts = ["double::sums_of_ones", "one and one", "passes its own tests, but breaks the rest"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    assert!(tree.shown(&[]).contains("0 of 2 exercises are solved"));
    // What the exercise cannot break does not count.
    let text =
        tree.read("docs/exercises/add/README.md").replace("minutes:", "rest: double::doubles\nminutes:");
    tree.write("docs/exercises/add/README.md", &text);
    assert!(tree.shown(&["check"]).contains("add is solved"));
}

#[test]
fn one_test_runs_alone_and_with_what_it_prints() {
    let tree = Tree::new("only");
    let tests = tree.read("sums/tests/add.rs")
        + "\n#[test]\nfn adds_nothing() {\n    assert_eq!(sums::add(2, 0), 2);\n}\n";
    tree.write("sums/tests/add.rs", &tests);
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "println!(\"adds {a} and {b}\");\n    if b == 0 { 7 } else { a + b }");
    tree.edit("adds {a}", "this adds {a}");
    assert!(tree.fails(&["check"]).contains("1 passed, 1 failed"));
    let shown = tree.fails(&["check", "--only", "nothing"]);
    assert_eq!(
        missing(&shown, &["FAILED add::adds_nothing", "passed add::adds\n"]),
        ["passed add::adds\n"],
        "{shown}"
    );
    let shown = tree.fails(&["check", "--nocapture"]);
    assert_eq!(missing(&shown, &["this adds 2 and 3", "this adds 2 and 0"]), [""; 0], "{shown}");
    assert!(tree.fails(&["check", "--only", "minus"]).contains("add has no test with `minus` in its name"));
    tree.edit("7", "a");
    assert!(
        tree.shown(&["check", "--only", "nothing"])
            .contains("1 test passes; `cargo workshop check` runs all of add")
    );
    assert!(tree.shown(&[]).contains("0 of 2 exercises are solved"));
}

#[test]
fn what_is_there_now_is_compared_with_what_was_checked() {
    let tree = Tree::new("changes");
    tree.shown(&["start", "add"]);
    assert!(tree.fails(&["changes"]).contains("add has not been checked yet"));
    tree.edit(HOLE, "a * b - 1");
    tree.fails(&["check"]);
    assert!(tree.shown(&["changes"]).contains("Nothing has changed since the last check of add"));
    tree.edit("a * b - 1", "a * b + 1");
    let shown = tree.shown(&["changes"]);
    assert_eq!(missing(&shown, &["a * b - 1", "a * b + 1"]), [""; 0], "{shown}");
}

#[test]
fn a_failure_shows_the_test_and_the_learners_line() {
    let tree = Tree::new("places");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let shown = tree.fails(&["check"]);
    let parts = [
        "add::adds\n  two and three are five\n    left: 6\n   right: 5\n  at sums/tests/add.rs:3:5\n",
        ">    3 |     assert_eq!",
    ];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    tree.edit("a * b", "a * b / (b - b)");
    let shown = tree.fails(&["check"]);
    let parts = ["  attempt to divide by zero\n", "Your code on the stack: sums/src/lib.rs:10", ">    3 |"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
}
