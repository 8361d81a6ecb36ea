//! `check`: what it takes for solved, and what it says of that.

use crate::tools::course::{HOLE, HOLE_OF_DOUBLE, LIB, MORE_TESTS};
use crate::tools::{Tree, has, has_no};

#[test]
fn a_right_answer_is_solved_and_stays() {
    let tree = Tree::course();
    tree.answer("[a, b].iter().sum()");
    let avoided = "mistakes such as these:\n  - \"It is a\" It is not.\n\n";
    let prediction = "Your prediction\n  How many?\n\n  Five.\n  The test of this prediction is add::adds.\n";
    let shown = tree.shown("check");
    has(&shown, &["1 test passes. Now the rest of the crawler", "1 more test passes.", "add is solved"]);
    has(&shown, &[avoided, prediction, "cargo workshop next"]);
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", "[a, b].iter().sum()"));
    // What is broken later is not what was solved.
    tree.edit("[a, b]", "[a, a]");
    has(&tree.shown("next"), &["double: Twice"]);
    has(&tree.lib(), &["[a, b]"]);
    has(&tree.shown("list"), &["* add              solved   10 min  Sums"]);
    has(&tree.shown(""), &["1 of 2 exercises are solved.\nOpen: double, Twice"]);
}

#[test]
fn undo_after_a_check_brings_back_what_was_there_before_start() {
    let tree = Tree::course();
    tree.answer("b + a");
    tree.shown("check");
    tree.shown("undo");
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
    has(&tree.shown(""), &["0 of 2 exercises are solved, and 1 have the solution."]);
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
    // What the exercise cannot break does not count.
    tree.edit_header("add", "rest: double::doubles");
    has(&tree.shown("check"), &["add is solved"]);
}

#[test]
fn an_earlier_answer_that_may_break_the_rest_is_named() {
    let tree = Tree::course();
    tree.write("docs/sums/tests/more.rs", "#[test]\nfn ones() {\n    assert_eq!(sums::add(1, 1), 2);\n}\n");
    tree.edit_header("add", "rest: double");
    tree.answer("a.max(2) + b");
    has(&tree.shown("check"), &["add is solved"]);
    tree.shown("start double");
    tree.edit(HOLE_OF_DOUBLE, "self.0 += self.0;");
    has(&tree.fails("check"), &["more::ones", "does an earlier answer of yours (add)?"]);
}

#[test]
fn a_mistake_that_was_made_has_not_been_avoided() {
    let tree = Tree::course();
    let code = "pub fn add(a: u32, b: u32) -> u32 {\n    a.min(b)\n}\n";
    tree.wrong("add/wrong/min", "add::adds_in_order", "it", code);
    tree.answer("a * b + a");
    tree.fails("check");
    tree.shown("reset add");
    tree.edit(HOLE, "[a, b].iter().sum()");
    let shown = tree.shown("check");
    let fixed = "have fixed the mistakes that these tests found:\n  - add::adds\nYou have avoided";
    has(&shown, &[fixed, "\"It is min\""]);
    has_no(&shown, "\"It is a\"");
    // What was fixed is told once.
    tree.shown("reset add");
    tree.edit(HOLE, "a + b");
    let shown = tree.shown("check");
    has_no(&shown, "have fixed");
    has(&shown, &["\"It is a\""]);
}
