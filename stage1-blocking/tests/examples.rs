//! Runs every example, and checks what it prints. How long it takes is not tested.

use contract::{check_examples, run_example};

#[test]
fn every_example_opens_with_its_command_and_is_tested_here() {
    check_examples(include_str!("examples.rs"));
}

#[test]
fn one_page_prints_the_front_page() {
    let lines = run_example("one_page");
    assert_eq!(lines[0], "HTTP/1.0 200 OK");
    assert!(lines.iter().any(|line| line.contains("a comic strip about waiting")), "{lines:#?}");
}
