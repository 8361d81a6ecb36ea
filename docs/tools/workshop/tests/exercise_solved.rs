//! `check`: what it takes for solved, and what it says of that.

mod tools;

use tools::course::{HOLE, LIB};
use tools::{Tree, has};

#[test]
fn a_right_answer_is_solved_and_stays() {
    let tree = Tree::course("right");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "[a, b].iter().sum()");
    let avoided = "mistakes such as these:\n  - \"It is a\" It is not.\n\n";
    let prediction = "Your prediction\n  How many?\n\n  Five.\n  The test of this prediction is add::adds.\n";
    let rest = ["1 test passes. Now the rest of the crawler", "1 more test passes."];
    has(
        &tree.shown(&["check"]),
        &[&rest[..], &["add is solved", avoided, prediction, "cargo workshop next"]].concat(),
    );
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
    tree.edit_header("add", "rest: double::doubles");
    has(&tree.shown(&["check"]), &["add is solved"]);
}

#[test]
fn an_earlier_answer_that_breaks_the_rest_is_blamed_in_place_of_the_open_one() {
    let tree = Tree::course("blame");
    let more = "#[test]\nfn ones() {\n    assert_eq!(sums::add(1, 1), 2);\n}\n";
    tree.write("sums/tests/more.rs", more);
    tree.edit_header("add", "rest: double");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a.max(2) + b");
    has(&tree.shown(&["check"]), &["add is solved"]);
    tree.shown(&["start", "double"]);
    tree.edit("todo!(\"double: Twice\")", "self.0 += self.0;");
    let reason = "Your answer to add is the reason, not the one to double.";
    has(&tree.shown(&["check"]), &["more::ones", reason, "solution add`", "double is solved"]);
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", "a.max(2) + b").replace("*= 2", "+= self.0"));
    // Both break it.
    let more = more.replace(
        "2);",
        "2);\n    let mut number = sums::Number(3);\n    number.double();\n    assert_eq!(number.0, 6);",
    );
    tree.write("sums/tests/more.rs", &more);
    tree.edit("self.0 += self.0", "self.0 += 2");
    has(&tree.fails(&["check"]), &["double passes its own tests, but breaks the rest"]);
}

#[test]
fn a_mistake_that_was_made_or_is_in_the_answer_has_not_been_avoided() {
    let tree = Tree::course("mistakes");
    let test = "\n#[test]\nfn adds_nothing() {\n    assert_eq!(sums::add(2, 0), 2);\n}\n";
    tree.write("sums/tests/add.rs", &(tree.read("sums/tests/add.rs") + test));
    let is_sum = "//! It is a sum.\n//!\n//! It is.\n//!\n//! Dies: add::adds_in_order\n//! Says: it\n\n";
    let sum = "pub fn add(a: u32, b: u32) -> u32 {\n    [a, b].iter().sum()\n}\n";
    tree.write("docs/exercises/add/wrong/sum.rs", &(is_sum.to_owned() + sum));
    tree.write(
        "docs/exercises/add/wrong/one.rs",
        &(is_sum.replace("a sum", "one") + &sum.replace("sum", "min")),
    );
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b + a");
    tree.fails(&["check"]);
    tree.shown(&["reset", "add"]);
    tree.edit(HOLE, "[a, b].iter().sum()");
    let shown = tree.shown(&["check"]);
    has(
        &shown,
        &[
            "have fixed the mistakes that these tests found:\n  - add::adds\nYou have avoided",
            "\"It is one\"",
        ],
    );
    assert!(!shown.contains("\"It is a\"") && !shown.contains("\"It is a sum\""), "{shown}");
    // What was fixed is told once.
    tree.shown(&["reset", "add"]);
    tree.edit(HOLE, "a + b");
    let shown = tree.shown(&["check"]);
    assert!(!shown.contains("have fixed") && shown.contains("\"It is a\""), "{shown}");
}
