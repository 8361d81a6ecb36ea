//! `check`: what it shows of an answer, and what it takes for solved.

mod tools;

use tools::course::{HOLE, LIB};
use tools::{Tree, has};

#[test]
fn a_wrong_answer_shows_the_test_and_the_learners_line() {
    let tree = Tree::course("wrong");
    tree.shown(&["start", "add"]);
    has(&tree.fails(&["check"]), &["Nothing is written yet: sums/src/lib.rs:9"]);
    tree.edit(HOLE, "a * b");
    let message =
        "add::adds\n  two and three are five\n    left: 6\n   right: 5\n  at sums/tests/add.rs:3:5\n";
    let shown = tree.fails(&["check"]);
    has(&shown, &["FAILED add::adds", message, ">    3 |     assert_eq!", "0 passed, 1 failed"]);
    tree.edit("a * b", "a * b / (b - b)");
    let place = "Your code on the stack: sums/src/lib.rs:10";
    has(&tree.fails(&["check"]), &["  attempt to divide by zero\n", place, ">    3 |"]);
}

#[test]
fn a_right_answer_is_solved_and_stays() {
    let tree = Tree::course("right");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "[a, b].iter().sum()");
    let avoided = "mistakes such as these:\n  - \"It is a\" It is not.\n\n";
    let rest = ["1 test passes. Now the rest of the crawler", "1 more test passes."];
    has(&tree.shown(&["check"]), &[&rest[..], &["add is solved", avoided, "cargo workshop next"]].concat());
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", "[a, b].iter().sum()"));
    // What is broken later is not what was solved.
    tree.edit("[a, b]", "[a, a]");
    has(&tree.shown(&["next"]), &["double: Twice"]);
    has(&tree.lib(), &["[a, b]"]);
    has(&tree.shown(&["list"]), &["* add              solved   10 min  Sums"]);
    has(&tree.shown(&[]), &["1 of 2 exercises are solved.\nOpen: double, Twice"]);
}

#[test]
fn undo_after_a_check_brings_back_what_was_there_before_start() {
    let tree = Tree::course("unsolved");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "b + a");
    tree.shown(&["check"]);
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), LIB);
    has(&tree.shown(&[]), &["1 of 2 exercises are solved."]);
}

#[test]
fn the_solution_of_the_course_is_not_counted_as_the_learners() {
    let tree = Tree::course("given");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    has(&tree.shown(&["solution"]), &["a * b", "a + b + zero()"]);
    tree.shown(&["solution", "--apply"]);
    has(&tree.shown(&["check"]), &["add passes."]);
    has(&tree.shown(&[]), &["0 of 2 exercises are solved, and 1 have the solution."]);
}

#[test]
fn an_answer_that_breaks_the_rest_of_the_crawler_is_not_solved() {
    let tree = Tree::course("rest");
    let test = "\n#[test]\nfn sums_of_ones() {\n    assert_eq!(sums::add(1, 1), 2, \"one and one\");\n}\n";
    tree.write("sums/tests/double.rs", &(tree.read("sums/tests/double.rs") + test));
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a.max(2) + b");
    let what = "passes its own tests, but breaks the rest";
    has(&tree.fails(&["check"]), &["double::sums_of_ones", "one and one", what]);
    has(&tree.shown(&[]), &["0 of 2 exercises are solved"]);
    // What the exercise cannot break does not count.
    let readme = "docs/exercises/add/README.md";
    tree.write(readme, &tree.read(readme).replace("minutes:", "rest: double::doubles\nminutes:"));
    has(&tree.shown(&["check"]), &["add is solved"]);
}

#[test]
fn one_test_runs_alone_and_with_what_it_prints() {
    let tree = Tree::course("only");
    let test = "\n#[test]\nfn adds_nothing() {\n    assert_eq!(sums::add(2, 0), 2);\n}\n";
    tree.write("sums/tests/add.rs", &(tree.read("sums/tests/add.rs") + test));
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "println!(\"this adds {a} and {b}\");\n    if b == 0 { 7 } else { a + b }");
    let shown = tree.fails(&["check", "--only", "nothing"]);
    assert!(shown.contains("FAILED add::adds_nothing") && !shown.contains("passed add::adds\n"), "{shown}");
    has(&tree.fails(&["check", "--nocapture"]), &["this adds 2 and 3", "this adds 2 and 0"]);
    has(&tree.fails(&["check", "--only", "minus"]), &["add has no test with `minus` in its name"]);
    tree.edit("7", "a");
    let passes = "1 test passes; `cargo workshop check` runs all of add";
    has(&tree.shown(&["check", "--only", "nothing"]), &[passes]);
    has(&tree.shown(&[]), &["0 of 2 exercises are solved"]);
}

#[test]
fn what_is_there_now_is_compared_with_what_was_checked() {
    let tree = Tree::course("changes");
    tree.shown(&["start", "add"]);
    has(&tree.fails(&["changes"]), &["add has not been checked yet"]);
    tree.edit(HOLE, "a * b + 2");
    tree.fails(&["check"]);
    has(&tree.shown(&["changes"]), &["Nothing has changed since the last check of add"]);
    tree.edit("a * b + 2", "a + b");
    has(&tree.shown(&["changes"]), &["a * b + 2", "a + b"]);
    has(&tree.shown(&["check"]), &["Since the last check:\n  passes now: add::adds\n"]);
    tree.edit("a + b", "a * b");
    has(&tree.fails(&["check"]), &["  fails now: add::adds\n"]);
}

#[test]
fn what_does_not_compile_is_said_to_and_a_hole_causes_no_warning() {
    let tree = Tree::course("compile");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a +");
    has(&tree.fails(&["check"]), &["add does not compile yet", "expected expression"]);
    // It leaves an import unused.
    tree.edit("a +", "a * b");
    let output = tree.run(&["check"]);
    let said = String::from_utf8_lossy(&output.stderr);
    // Another cargo may be at work meanwhile.
    let said: Vec<_> = said.lines().filter(|line| !line.contains("Blocking waiting for file lock")).collect();
    assert_eq!(said, ["Compiling the tests ..."]);
}

#[test]
fn without_an_open_exercise_it_is_said_how_to_start_one() {
    let tree = Tree::course("none");
    for command in ["check", "hint", "solution", "watch"] {
        has(&tree.fails(&[command]), &["`cargo workshop next` starts one"]);
    }
}
