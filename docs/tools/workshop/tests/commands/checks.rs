//! `check` and `watch`: what they show of an answer.

use crate::tools::course::{HOLE, SOURCE, TESTS};
use crate::tools::{Tree, has, has_no};

#[test]
fn a_wrong_answer_shows_the_message_of_the_test_and_the_learners_line() {
    let tree = Tree::course();
    tree.shown("start add");
    has(&tree.fails("check"), &["Nothing is written yet: docs/sums/src/lib.rs:8"]);
    // A rule is no shorter than it is.
    let rule = format!("{}the end of a rule", "a word of it, ".repeat(24));
    tree.replace(TESTS, "two and three are five", &rule);
    tree.edit(HOLE, "a * b");
    let message = format!("add::adds\n  {rule}\n    left: 6\n   right: 5\n  at docs/sums/tests/add.rs:3:5\n");
    let shown = tree.fails("check");
    has(&shown, &["FAILED add::adds", &message, "0 passed, 1 failed"]);
    has_no(&shown, "backtrace");
    tree.edit("a * b", "a * b / (b - b)");
    let place = "  attempt to divide by zero\n  at docs/sums/src/lib.rs:9:5\n  Your code on the stack: docs/sums/src/lib.rs:9";
    has(&tree.fails("check"), &[place]);
    // A test may include a source.
    tree.replace(TESTS, "#[test]", "#[path = \"../src/../src/lib.rs\"]\nmod sums;\n\n#[test]");
    has(&tree.fails("check"), &["Your code on the stack: docs/sums/src/lib.rs:9"]);
}

#[test]
fn of_several_holes_those_are_named_that_are_left() {
    let tree = Tree::course();
    let hole = "hole: docs/sums/src/lib.rs add";
    tree.replace(
        "docs/exercises/add/README.md",
        hole,
        &format!("{hole}\nhole: docs/sums/src/lib.rs Number::double"),
    );
    tree.shown("start add");
    has(&tree.fails("check"), &["Nothing is written yet: docs/sums/src/lib.rs:8"]);
    tree.write("docs/sums/src/lib.rs", &tree.lib().replacen(HOLE, "a * b", 1));
    has(
        &tree.fails("check"),
        &["1 hole is left: docs/sums/src/lib.rs:17  Number::double\n", "FAILED add::adds"],
    );
    tree.edit(HOLE, "self.0 *= 2");
    has_no(&tree.fails("check"), "left:\n");
    has_no(&tree.fails("check"), "is left");
}

#[test]
fn one_test_runs_alone_and_with_what_it_prints() {
    let tree = Tree::course();
    tree.add_test(TESTS, "fn adds_nothing() {\n    assert_eq!(sums::add(2, 0), 2);\n}\n");
    tree.answer("println!(\"this adds {a} and {b}\");\n    if b == 0 { 7 } else { a + b }");
    let shown = tree.fails("check --only nothing");
    has(&shown, &["FAILED add::adds_nothing"]);
    has_no(&shown, "passed add::adds\n");
    has(&tree.fails("check --nocapture"), &["this adds 2 and 3", "this adds 2 and 0"]);
    has(&tree.fails("check --only minus"), &["add has no test with `minus` in its name"]);
    tree.edit("7", "a");
    let passes = "1 passed, 0 failed; `cargo workshop check` runs all of add";
    has(&tree.shown("check --only nothing"), &[passes]);
    has(&tree.shown(""), &["0 of 2 exercises are solved"]);
}

#[test]
fn what_does_not_compile_is_said_to() {
    let tree = Tree::answered("a +");
    has(&tree.fails("check"), &["add does not compile yet", "expected expression"]);
}

#[test]
fn a_hole_causes_no_warning() {
    let tree = Tree::course();
    // It leaves an import unused.
    tree.answer("a * b");
    tree.fails("check");
    assert_eq!(String::from_utf8(tree.run("check").stderr).unwrap(), "");
}

#[test]
fn without_an_open_exercise_it_is_said_how_to_start_one() {
    let tree = Tree::course();
    for command in ["check", "hint", "solution", "watch"] {
        has(&tree.fails(command), &["`cargo workshop next` starts one"]);
    }
}

#[test]
fn what_is_the_fault_of_cargo_or_of_the_course_is_not_the_learners() {
    let tree = Tree::course();
    tree.shown("start add");
    tree.edit(HOLE, "b + a");
    tree.replace("docs/exercises/add/README.md", "adds\n", "adds_no_more\n");
    tree.replace("docs/exercises/add/README.md", "test: add", "test: add::adds_no_more");
    has(&tree.fails("check"), &["the course is at fault: add has no tests"]);
    tree.write("Cargo.toml", "[workspace\n");
    let shown = tree.fails("check");
    has(&shown, &["cargo has stopped, as it says above; `cargo workshop doctor` downloads what is missing"]);
    has_no(&shown, "does not compile");
}

#[test]
fn what_a_tool_of_the_tests_prints_is_left_out() {
    let tree = Tree::course();
    let shuttle =
        "Task failed, serializing schedule\nfailing seed:\n\"\n7931\n\"\n1) pass the seed to shuttle\nmine";
    tree.replace(TESTS, "    assert", &format!("    eprintln!({shuttle:?});\n    assert"));
    tree.answer("a * b");
    let message =
        "add::adds\n  two and three are five\n    left: 6\n   right: 5\n  at docs/sums/tests/add.rs:4:5";
    has(&tree.fails("check"), &[&format!("{message}\n  mine\n\nadd: 0 passed")]);
}

#[test]
fn the_message_of_a_test_comes_before_the_panics_that_it_has_caught() {
    let test = "use std::panic::{catch_unwind, panic_any};\n\n#[path = \"../src/lib.rs\"]\nmod included;\n\n#[test]\nfn adds() {\n    \
                let sums = [catch_unwind(|| sums::add(2, 3)), catch_unwind(|| included::add(2, 3))];\n    \
                let _ = catch_unwind(|| panic_any(\"of the test\"));\n    \
                let sum = std::thread::spawn(|| assert!(false, \"a sum has no value\")).join();\n    \
                PASSED_ON\n}\n";
    let tree = Tree::answered("panic!(\"early\")");
    // The place of its panic is that of its caller: the test.
    tree.replace(SOURCE, "pub fn add(", "#[track_caller]\npub fn add(");
    // The end of the test, and its message.
    let rows = [
        ("assert!(sums[0].is_ok(), \"a sum panics\"); sum.unwrap();", "a sum panics"),
        ("sums.map(|sum| sum.expect(\"a sum panics\")); sum.unwrap();", "a sum panics"),
        ("sum.unwrap();", "a sum has no value"),
    ];
    for (end, message) in rows {
        tree.write(TESTS, &test.replace("PASSED_ON", end));
        has(&tree.fails("check"), &[&format!("\nadd::adds\n  {message}\n  at docs/sums/tests/add.rs:")]);
    }
}
