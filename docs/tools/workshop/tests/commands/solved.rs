//! `check`: what it takes for solved, and what it says of that.

use crate::tools::course::{LIB, MORE_TESTS};
use crate::tools::{Tree, has, has_no};

/// A right answer to `add`, which is not the solution.
const RIGHT: &str = "[a, b].iter().sum()";

/// Returns the course in which the learner has solved `add`, and what was shown then.
fn solved() -> (Tree, String) {
    let tree = Tree::answered(RIGHT);
    let shown = tree.shown("check");
    has(&shown, &["add is solved"]);
    (tree, shown)
}

#[test]
fn a_right_answer_is_solved_and_shows_what_others_believe() {
    let (tree, shown) = solved();
    has(&shown, &["1 passed, 0 failed. Now the rest of the crawler", "\n1 passed, 0 failed.\n"]);
    let usual =
        "Usual mistakes, which no test has found in an answer of yours:\n  - \"It is a\" It is not.\n\n";
    has(&shown, &[usual, "cargo workshop next"]);
    has(&shown, &["Your prediction\n  How many?\n\n  Five.\n  The test of this prediction is add::adds.\n"]);
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", RIGHT));
}

#[test]
fn what_is_solved_is_in_the_list() {
    let (tree, _) = solved();
    has(&tree.shown("list"), &["* add              solved   10 min  Sums"]);
    tree.shown("next");
    has(&tree.shown(""), &["1 of 2 exercises are solved.\nOpen: double, Twice"]);
}

#[test]
fn what_is_broken_after_it_was_solved_is_not_what_was_solved() {
    let (tree, _) = solved();
    tree.edit("[a, b]", "[a, a]");
    tree.shown("next");
    has(&tree.lib(), &[RIGHT]);
}

#[test]
fn what_is_solved_can_be_looked_at_again() {
    let (tree, _) = solved();
    tree.shown("next");
    has(&tree.shown("start add"), &["your solution comes back when you start another exercise"]);
    has_no(&tree.lib(), RIGHT);
    tree.shown("start double");
    has(&tree.lib(), &[RIGHT]);
}

#[test]
fn what_is_solved_stays_solved_when_its_start_is_undone() {
    let (tree, _) = solved();
    tree.shown("undo");
    assert_eq!(tree.lib(), LIB);
    has(&tree.shown(""), &["1 of 2 exercises are solved."]);
}

#[test]
fn the_solution_of_the_course_is_not_counted_as_the_learners() {
    let tree = Tree::answered("a * b");
    has(&tree.shown("solution"), &["a * b", "a + b + zero()"]);
    tree.shown("solution --apply");
    has(&tree.shown("check"), &["add passes."]);
    has(&tree.shown(""), &["0 of 2 exercises are solved, and 1 has the solution."]);
}

/// Returns the course with an answer to `add` that breaks a test of `double`.
fn breaking() -> Tree {
    let tree = Tree::course();
    let test = "fn sums_of_ones() {\n    assert_eq!(sums::add(1, 1), 2, \"one and one\");\n}\n";
    tree.add_test(MORE_TESTS, test);
    tree.answer("a.max(2) + b");
    tree
}

#[test]
fn an_answer_that_breaks_the_rest_of_the_crawler_is_not_solved() {
    let tree = breaking();
    let what = "passes its own tests, but breaks the rest";
    has(&tree.fails("check"), &["double::sums_of_ones", "one and one", what]);
    has(&tree.shown(""), &["0 of 2 exercises are solved"]);
}

#[test]
fn what_an_exercise_cannot_break_does_not_count() {
    let tree = breaking();
    tree.replace("docs/exercises/add/README.md", "minutes:", "rest: double::doubles\nminutes:");
    has(&tree.shown("check"), &["add is solved"]);
}

#[test]
fn an_earlier_answer_that_may_break_the_rest_is_named() {
    let tree = breaking();
    tree.write(".workshop/progress", "solved double\nopen add\n");
    has(&tree.fails("check"), &["Or an earlier answer of yours does", "(double)"]);
}

#[test]
fn what_is_cut_does_not_count() {
    let tree = Tree::course();
    tree.shown("start double");
    has(&tree.shown("check add"), &["needs double, which is cut, so it does not count here"]);
}

#[test]
fn a_mistake_whose_test_has_failed_is_no_usual_one() {
    let tree = Tree::answered("a * b");
    tree.fails("check");
    tree.edit("a * b", "b + a");
    has_no(&tree.shown("check"), "Usual mistakes");
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
