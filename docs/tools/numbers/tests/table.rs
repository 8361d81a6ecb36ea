//! `cargo workshop numbers`: what it prints. How fast a machine is, no test can know.

use std::process::{Command, Stdio};

#[test]
fn the_table_has_a_line_for_each_number() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numbers"));
    let output = command.env("COLUMNS", "100").stdin(Stdio::null()).output().unwrap();
    let [table, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    let (measured, published) = table.split_once("\n\nPublished, not measured here").unwrap();
    let (_, measured) = measured.split_once("Measured here").unwrap();
    for line in measured.lines().skip(1) {
        let numbers = line.split("  ").filter(|cell| cell.trim().starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(numbers.count(), 4, "{line}");
    }
    assert_eq!(measured.lines().count(), 12, "{table}");
    let seek = published.lines().find(|line| line.starts_with("disk: a seek")).unwrap();
    assert!(
        seek.contains(" 10 ms ") && seek.ends_with("  [1]") && table.contains("[1] Jeff Dean"),
        "{table}"
    );
}
