//! `cargo workshop numbers`: what it prints. How fast a machine is, no test can know.

use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

const MEASURED: [&str; 11] = [
    "call a function",
    "poll a future that is ready",
    "wake a task, and poll it",
    "lock a free mutex, and unlock it",
    "a system call",
    "switch to another thread",
    "spawn a thread, and join it",
    "start a process, and wait for its end",
    "loopback: a byte there and back",
    "loopback: connect, accept and close",
    "loopback: fetch a page (stage 4)",
];

/// Measuring takes seconds: once is enough.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&stdout(&["--json"])).unwrap());

/// What the command prints, when that is all it prints.
fn stdout(arguments: &[&str]) -> String {
    stdout_in(None, arguments)
}

/// The same, in a terminal of so many columns.
fn stdout_in(columns: Option<usize>, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns.to_string())));
    command.args(["numbers", "--as-built"]).args(arguments);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr, "", "stderr is no terminal");
    stdout
}

fn entries(list: &str) -> &'static [Value] {
    DOCUMENT[list].as_array().unwrap()
}

fn measured(name: &str) -> f64 {
    let entry = entries("measured").iter().find(|entry| entry["name"] == name);
    entry.unwrap()["nanoseconds"].as_f64().unwrap()
}

#[test]
fn everything_is_measured_and_takes_time() {
    let names: Vec<&str> = entries("measured").iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, MEASURED);
    for entry in [entries("measured"), entries("published")].concat() {
        for unit in ["nanoseconds", "cycles", "calls"] {
            assert!(entry[unit].as_f64().unwrap() > 0.0, "{entry}");
        }
    }
}

#[test]
fn the_median_lies_between_the_quartiles() {
    for entry in entries("measured") {
        let [first, third] = [0, 1].map(|index| entry["quartiles"][index].as_f64().unwrap());
        let median = entry["nanoseconds"].as_f64().unwrap();
        assert!(first <= median && median <= third, "{entry}");
    }
}

#[test]
fn a_process_takes_longer_than_a_call_and_a_fetch_longer_than_a_poll() {
    assert!(measured("start a process, and wait for its end") > measured("call a function"));
    assert!(measured("loopback: fetch a page (stage 4)") > measured("poll a future that is ready"));
}

#[test]
fn it_is_said_how_the_clock_is_known_and_how_the_program_was_built() {
    assert!(DOCUMENT["clock"]["hertz"].as_f64().unwrap() > 1e8);
    assert_eq!(DOCUMENT["optimized"], !cfg!(debug_assertions));
    if cfg!(debug_assertions) {
        assert_eq!(DOCUMENT["clock"]["estimated"], false);
    }
}

#[test]
fn what_is_not_measured_names_its_source() {
    assert!(!entries("published").is_empty());
    for entry in entries("published") {
        assert!(entry["source"].as_str().unwrap().len() > 20, "{entry}");
    }
}

#[test]
fn the_table_has_a_line_for_each_number() {
    let table = stdout(&[]);
    let published = entries("published").iter().map(|entry| entry["name"].as_str().unwrap());
    for name in MEASURED.into_iter().chain(published) {
        assert_eq!(table.lines().filter(|line| line.starts_with(name)).count(), 1, "{name} in {table}");
    }
    assert!(table.contains("Published, not measured here"));
    assert!(table.contains("[1] Jeff Dean"));
}

#[test]
fn in_a_narrow_terminal_no_line_is_broken_and_no_column_is_left_out() {
    let table = stdout_in(Some(80), &[]);
    let long = table.lines().find(|line| line.chars().count() > 80);
    assert_eq!(long, None);
    let heads: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("Measured here")).collect();
    let heads: Vec<&str> = heads.iter().flat_map(|line| line.split("  ")).map(str::trim).collect();
    for head in ["takes", "quartiles", "1 cycle = 1 s", "calls"] {
        assert!(heads.contains(&head), "{head} in {table}");
    }
    let published = table.lines().filter(|line| line.starts_with("disk: a seek")).collect::<Vec<_>>();
    assert!(published.len() == 2 && published[1].ends_with("  [1]"), "{table}");
}

#[test]
fn the_long_help_has_an_example() {
    assert!(stdout(&["--help"]).contains("cargo workshop numbers --json"));
}
