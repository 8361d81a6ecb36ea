//! `check`: what it takes for solved, and what it says of that.

use crate::tools::course::{LIB, MORE_TESTS};
use crate::tools::{Tree, has, has_no};

#[test]
fn a_right_answer_is_solved_and_stays() {
    let tree = Tree::course();
    tree.answer("[a, b].iter().sum()");
    let shown = tree.shown("check");
    has(&shown, &["1 passed, 0 failed. Now the rest of the crawler", "\n1 passed, 0 failed.\n"]);
    has(&shown, &["add is solved", "cargo workshop next"]);
    let usual =
        "Usual mistakes, which no test has found in an answer of yours:\n  - \"It is a\" It is not.\n\n";
    has(&shown, &[usual]);
    has(&shown, &["Your prediction\n  How many?\n\n  Five.\n  The test of this prediction is add::adds.\n"]);
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", "[a, b].iter().sum()"));
    // What is broken later is not what was solved.
    tree.edit("[a, b]", "[a, a]");
    has(&tree.shown("next"), &["double: Twice"]);
    has(&tree.lib(), &["[a, b]"]);
    has(&tree.shown("list"), &["* add              solved   10 min  Sums"]);
    has(&tree.shown(""), &["1 of 2 exercises are solved.\nOpen: double, Twice"]);
    // To look at it again changes nothing.
    tree.shown("start add");
    has_no(&tree.lib(), "[a, b]");
    tree.shown("start double");
    has(&tree.lib(), &["[a, b]"]);
    // Neither does what was there before its start.
    (0..4).for_each(|_| drop(tree.shown("undo")));
    assert_eq!(tree.lib(), LIB);
    has(&tree.shown(""), &["1 of 2 exercises are solved."]);
}

#[test]
fn the_solution_of_the_course_is_not_counted_as_the_learners() {
    let tree = Tree::course();
    tree.answer("a * b");
    has(&tree.shown("solution"), &["a * b", "a + b + zero()"]);
    tree.shown("solution --apply");
    has(&tree.shown("check"), &["add passes."]);
    has(&tree.shown(""), &["0 of 2 exercises are solved, and 1 has the solution."]);
}

#[test]
fn an_answer_that_breaks_the_rest_of_the_crawler_is_not_solved() {
    let tree = Tree::course();
    let test = "fn sums_of_ones() {\n    assert_eq!(sums::add(1, 1), 2, \"one and one\");\n}\n";
    tree.add_test(MORE_TESTS, test);
    tree.answer("a.max(2) + b");
    let what = "passes its own tests, but breaks the rest";
    has(&tree.fails("check"), &["double::sums_of_ones", "one and one", what]);
    has(&tree.shown(""), &["0 of 2 exercises are solved"]);
    // An earlier answer is in the sources, and is not to blame.
    tree.write(".workshop/progress", "solved double\nopen add\n");
    has_no(&tree.fails("check"), "earlier answer");
    tree.write(".workshop/progress", "open add\n");
    // What the exercise cannot break does not count.
    tree.replace("docs/exercises/add/README.md", "minutes:", "rest: double::doubles\nminutes:");
    has(&tree.shown("check"), &["add is solved"]);
}

#[test]
fn what_an_earlier_answer_breaks_is_said_and_does_not_count() {
    let tree = Tree::course();
    tree.answer("a * b");
    tree.write(".workshop/progress", "solved double\nopen add\n");
    tree.fails("check");
    tree.edit("a * b", "b + a");
    tree.edit("self.0 *= 2", "self.0 += 1");
    let blame = "fails with the solution of add, too, so it does not count here: an earlier answer of yours breaks it (double)";
    let shown = tree.shown("check");
    has(&shown, &["twice two is four", blame, "\n0 passed, 0 failed.\n", "add is solved"]);
    // Nor is a mistake named whose test has failed.
    has_no(&shown, "Usual mistakes");
    // Nor does what is cut count.
    tree.shown("start double");
    has(&tree.shown("check add"), &["needs double, which is cut, so it does not count here"]);
}

#[test]
fn a_test_of_the_rest_that_passes_alone_does_not_count() {
    let tree = Tree::course();
    let once = "std::fs::exists(\"once\").unwrap() || std::fs::write(\"once\", \"\").is_err()";
    tree.add_test(MORE_TESTS, &format!("fn busy() {{\n    assert!({once}, \"too late\");\n}}\n"));
    tree.answer("b + a");
    let shown = tree.shown("check");
    has(&shown, &["too late", "Alone, that test passes, so it does not count here", "add is solved"]);
}
