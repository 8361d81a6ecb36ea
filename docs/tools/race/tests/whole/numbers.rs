//! `cargo workshop numbers`: its table. How long things take is the machine's business.

use std::process::{Command, Stdio};

use crate::said;

const MEASURED: [&str; 7] = [
    "call a function",
    "lock a free mutex, and unlock it",
    "a system call",
    "switch to another thread",
    "start a thread, and join it",
    "loopback: connect, accept and close",
    "start a process, and wait for its end",
];

const UNITS: [&str; 5] = ["seconds", "minutes", "hours", "days", "years"];

fn numbers(argument: Option<&str>, status: i32) -> [String; 2] {
    said(&Command::new(env!("CARGO_BIN_EXE_numbers")).args(argument).output().unwrap(), status)
}

#[test]
fn each_thing_has_its_time_here_and_on_a_human_scale() {
    let [table, _] = numbers(None, 0);
    let rows: Vec<_> = table.lines().collect();
    let names: Vec<_> = rows[1..8].iter().map(|row| row[..37].trim_end()).collect();
    assert_eq!(names, MEASURED, "{table}");
    assert_eq!((rows[8], rows.len()), ("", 14), "{table}");
    for row in rows[1..8].iter().chain(&rows[10..]) {
        // `a system call    102 ns  57 seconds`: a name may have letters of several bytes.
        let words: Vec<_> = row.split_whitespace().rev().take(4).collect();
        let [unit, scaled, nanoseconds, number] = words[..] else { panic!("{row}") };
        assert!(UNITS.contains(&unit) && scaled.parse::<f64>().is_ok(), "{row}");
        assert!(["ns", "µs", "ms", "s"].contains(&nanoseconds), "{row}");
        assert!(number.replace(',', "").parse::<f64>().is_ok_and(|number| number > 0.0), "{row}");
    }
    assert!(rows[1].ends_with("  1.0 seconds"), "a call takes a second: {table}");
    // A process takes thousands of calls on any machine, and California is farther than a day.
    assert!(!rows[7].ends_with("seconds") && !rows[13].ends_with("seconds"), "{table}");
}

#[test]
fn the_help_says_what_the_last_column_is_and_what_is_no_option_is_refused() {
    assert!(numbers(Some("--help"), 0)[0].contains("human scale"));
    assert!(numbers(Some("--json"), 2)[1].contains("--json"));
}

#[test]
fn a_reader_that_has_read_enough_ends_it_without_a_word() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_numbers"));
    let mut numbers = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(numbers.stdout.take());
    assert_eq!(said(&numbers.wait_with_output().unwrap(), 0), [String::new(), String::new()]);
}
