//! The commands that test what a learner has written, and those that tell what to do.

mod exercise_tools;

use exercise_tools::{LIB, Tree, missing};

const HOLE: &str = "todo!(\"add: Sums\")";

#[test]
fn a_wrong_answer_fails_with_the_message_of_the_test() {
    let tree = Tree::new("wrong");
    tree.shown(&["start", "add"]);
    assert!(tree.fails(&["check"]).contains("Nothing is written yet: sums/src/lib.rs:9"));
    tree.edit(HOLE, "a * b");
    let shown = tree.fails(&["check"]);
    let parts = ["FAILED add::adds", "two and three are five", "0 passed, 1 failed, 0 hung"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
}

#[test]
fn a_right_answer_is_solved_and_stays() {
    let tree = Tree::new("right");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "[a, b].iter().sum()");
    let shown = tree.shown(&["check"]);
    let parts = [
        "1 test passes. Now the rest of the crawler",
        "1 more test passes.",
        "add is solved",
        "mistakes such as these:\n  - \"A sum is a\" It is not.\n\n",
        "cargo workshop next",
    ];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    assert_eq!(tree.lib(), LIB.replace("a + b + zero()", "[a, b].iter().sum()"));
    tree.shown(&["undo"]);
    assert_eq!(tree.lib(), LIB, "`undo` brings back what was there before `start`");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "[a, b].iter().sum()");
    tree.shown(&["check"]);
    // What is broken later is not what was solved.
    tree.edit("[a, b]", "[a, a]");
    assert!(tree.shown(&["next"]).contains("double: Twice"));
    assert!(tree.lib().contains("[a, b]"), "{}", tree.lib());
    assert!(tree.shown(&["list"]).contains("* add              solved   10 min  Sums"));
    assert!(tree.shown(&[]).contains("1 of 2 exercises are solved.\nOpen: double, Twice"));
}

#[test]
fn a_mistake_that_was_made_is_not_one_that_was_avoided() {
    let tree = Tree::new("avoided");
    tree.shown(&["start", "double"]);
    tree.edit("todo!(\"double: Twice\")", "self.0 += 1;");
    assert!(tree.fails(&["check"]).contains("twice two is four"));
    tree.edit("self.0 += 1;", "self.0 += self.0;");
    let shown = tree.shown(&["check"]);
    assert_eq!(missing(&shown, &["double is solved", "avoided"]), ["avoided"], "{shown}");
}

#[test]
fn the_solution_of_the_course_is_not_counted_as_the_learners() {
    let tree = Tree::new("given");
    tree.shown(&["start", "add"]);
    tree.shown(&["solution", "--apply"]);
    assert!(tree.shown(&["check"]).contains("add passes."));
    assert!(tree.shown(&[]).contains("0 of 2 exercises are solved, and 1 have the solution."));
}

#[test]
fn a_hang_hides_no_failure() {
    let tree = Tree::new("hidden");
    let hangs = "\n#[test]\nfn hangs() {\n    loop {\n        std::thread::park();\n    }\n}\n";
    let tests = tree.read("sums/tests/add.rs") + hangs;
    tree.write("sums/tests/add.rs", &tests);
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let shown = tree.fails(&["check", "--patience", "1"]);
    let parts = ["two and three are five", "0 passed, 1 failed, 1 hung", "add::hangs"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
}

#[test]
fn what_does_not_compile_is_said_to() {
    let tree = Tree::new("compile");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a +");
    let shown = tree.fails(&["check"]);
    assert_eq!(missing(&shown, &["add does not compile yet", "expected expression"]), [""; 0], "{shown}");
}

#[test]
fn a_hang_is_reported_with_the_test_that_is_open() {
    let tree = Tree::new("hang");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "loop { std::thread::park() }");
    let shown = tree.fails(&["check", "--patience", "1"]);
    assert_eq!(missing(&shown, &["Hung:", "add::adds", "1 hung"]), [""; 0], "{shown}");
}

#[test]
fn the_hole_causes_no_warning() {
    let tree = Tree::new("warnings");
    tree.shown(&["start", "add"]);
    // It leaves an import unused.
    tree.edit(HOLE, "a * b");
    let output = tree.run(&["check"]);
    let said = String::from_utf8_lossy(&output.stderr);
    // Another cargo may be at work meanwhile.
    let said: Vec<_> = said.lines().filter(|line| !line.contains("Blocking waiting for file lock")).collect();
    assert_eq!(said, ["Compiling the tests ..."]);
}

#[test]
fn without_an_open_exercise_it_is_said_how_to_start_one() {
    let tree = Tree::new("none");
    for command in ["check", "hint", "solution", "watch"] {
        assert!(tree.fails(&[command]).contains("`cargo workshop next` starts one"), "{command}");
    }
}

#[test]
fn hints_come_one_by_one() {
    let tree = Tree::new("hints");
    tree.shown(&["next"]);
    assert_eq!(missing(&tree.shown(&["hint"]), &["First.", "Second."]), ["Second."]);
    assert_eq!(missing(&tree.shown(&["hint"]), &["First.", "Second.", "Third."]), ["Third."]);
    assert_eq!(missing(&tree.shown(&["hint"]), &["Third.", "no more hints"]), [""; 0]);
}

#[test]
fn the_solution_shows_both_bodies() {
    let tree = Tree::new("both");
    tree.shown(&["start", "add"]);
    tree.edit(HOLE, "a * b");
    let shown = tree.shown(&["solution"]);
    assert_eq!(missing(&shown, &["a * b", "a + b + zero()"]), [""; 0], "{shown}");
}

#[test]
fn the_schedule_warns_past_six_hours() {
    let tree = Tree::new("schedule");
    let shown = tree.shown(&["schedule"]);
    assert_eq!(
        missing(&shown, &["0:00  add", "0:10  double", "6:50  the end", "too much for one day"]),
        [""; 0]
    );
}

#[test]
fn the_order_is_that_of_the_book() {
    let tree = Tree::new("order");
    tree.write("docs/src/SUMMARY.md", "# Sums\n\n- [Twice](twice.md)\n- [Adding](adding.md)\n");
    let list = tree.shown(&["list", "--markdown"]);
    let first = "## Sums\n\n1. [Twice](double/README.md) *, `double`, 400 minutes\n2. [Sums](add/";
    assert!(list.starts_with(first), "{list}");
    assert!(tree.shown(&["next"]).contains("double: Twice"));
}

#[test]
fn next_keeps_to_the_core_if_it_is_asked_to() {
    let tree = Tree::new("core");
    let text = tree.read("docs/exercises/add/README.md").replace("core: yes", "core: no");
    tree.write("docs/exercises/add/README.md", &text);
    assert!(tree.shown(&["next", "--core"]).contains("double: Twice"));
}

#[test]
fn an_exercise_stands_in_one_chapter() {
    let tree = Tree::new("chapters");
    tree.write("docs/src/twice.md", "{{#exercise double}}\n{{#exercise add}}\n");
    assert!(tree.fails(&["list"]).contains("twice.md: the exercise `add` stands in adding.md already"));
}

#[test]
fn the_list_is_json_on_demand() {
    let tree = Tree::new("json");
    tree.shown(&["start", "double"]);
    let list: serde_json::Value = serde_json::from_str(&tree.shown(&["list", "--json"])).unwrap();
    assert_eq!(list[1]["id"], "double");
    assert_eq!((&list[0]["state"], &list[1]["state"]), (&serde_json::Value::Null, &"open".into()));
}

#[test]
fn verify_finds_an_answer_that_survives() {
    let tree = Tree::new("verify");
    let shown = tree.shown(&["verify", "--rounds", "2", "--table"]);
    let parts = ["\"A sum is product.\"\n  two and three are five\n  add::adds, ", "2 exercises, 0 faults"];
    assert_eq!(missing(&shown, &parts), [""; 0], "{shown}");
    let text = tree.read("docs/exercises/add/wrong/a.rs").replace("    b\n", "    b + a\n");
    tree.write("docs/exercises/add/wrong/a.rs", &text);
    let shown = tree.fails(&["verify", "add", "--rounds", "1"]);
    assert!(shown.contains("a survives the exercise's tests"), "{shown}");
    assert_eq!(tree.lib(), LIB);
}
