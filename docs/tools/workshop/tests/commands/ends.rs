//! `check`, when an answer hangs, ends the process of the tests, never stops printing, or prints much.

use crate::tools::course::TESTS;
use crate::tools::{Tree, has, has_no};

/// Three tests, of which the second one calls the answer with 2.
const THREE: &str = "#[test]\nfn a_pass() {}\n\n#[test]\nfn b_adds() {\n    assert_eq!(sums::add(2, 3), 5);\n}\n\n\
                     #[test]\nfn c_adds_none() {\n    assert_eq!(sums::add(0, 0), 0);\n}\n";

#[test]
fn a_hang_hides_no_failure() {
    let tree = Tree::course();
    tree.add_test(
        TESTS,
        "fn hangs() {\n    println!(\"so far\");\n    loop {\n        std::thread::park();\n    }\n}\n",
    );
    tree.answer("a * b");
    let shown = tree.fails("check --patience 1");
    has(&shown, &["two and three are five", "0 passed, 2 failed", "add::hangs", "The test hangs.", "so far"]);
}

#[test]
fn what_an_answer_does_to_its_process_is_blamed_on_the_test_that_ran() {
    let late = "struct Late;\n    impl Drop for Late {\n        fn drop(&mut self) {\n            panic!(\"late\")\n }\n    \
                }\n    let _late = (a == 2).then_some(Late);\n    panic!(\"early\")";
    let deep = "fn deep(a: u32) -> u32 { [deep(a + 1), 1][0] }\n    if a == 2 { return deep(a) } a * 0 + b";
    // An answer, what `check` shows then, and what it does not show.
    let rows: [(&str, &[&str], &str); 6] = [
        (
            "if a == 2 { println!(\"two\"); std::process::exit(0) } a + b",
            &["exit status: 0", "  two\n", "2 passed, 1 failed"],
            "solved",
        ),
        (
            "if a == 2 { println!(\"two\"); std::process::abort() } a * 0 + b",
            &["SIGABRT", "  two\n", "2 passed, 1 failed"],
            "nothing",
        ),
        (deep, &["thread 'b_adds'", "has overflowed its stack"], "nothing"),
        (late, &["  late\n  at docs/sums/src/lib.rs:12:13\n", "SIGABRT"], "backtrace"),
        (
            "let line = \"again \".repeat(1 << 18);\n    loop { println!(\"{line}\") }",
            &["printed more than 16 MB", "again again"],
            "hangs",
        ),
        (
            "for line in 0..1000 { println!(\"line {line}\") }\n    a * b",
            &["line 999\n", "left: 6"],
            "line 11\n",
        ),
    ];
    let tree = Tree::course();
    tree.write(TESTS, THREE);
    for (answer, parts, nowhere) in rows {
        tree.answer(answer);
        let shown = tree.fails("check");
        has(&shown, &["add::b_adds"]);
        has(&shown, parts);
        has_no(&shown, nowhere);
        tree.shown("reset");
    }
}

#[test]
fn an_answer_that_is_saved_while_the_tests_run_is_not_solved() {
    let tree = Tree::course();
    let save = "fn a_pass() {\n    let file = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/lib.rs\");\n    let text = \
                std::fs::read_to_string(file).unwrap();\n    std::fs::write(file, text.replace(\"a + b\", \"a - \
                b\")).unwrap();\n}";
    tree.write(TESTS, &THREE.replace("fn a_pass() {}", save));
    tree.answer("a + b");
    let shown = tree.fails("check");
    has(&shown, &["you have saved since the tests began"]);
    has_no(&shown, "is solved");
}
