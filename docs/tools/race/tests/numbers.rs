//! `cargo workshop numbers`: what it prints. How fast a machine is, no test can know.

use std::process::{Command, Stdio};

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

#[test]
fn the_table_has_a_line_for_each_number() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    let output =
        command.args(["numbers", "--as-built"]).env("COLUMNS", "100").stdin(Stdio::null()).output().unwrap();
    let [table, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success() && stderr.is_empty(), "{stderr}");
    let line = |name| table.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    for name in MEASURED {
        let numbers =
            line(name).split("  ").filter(|cell| cell.trim().starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(numbers.count(), 4, "{name} in {table}");
    }
    assert!(line("disk: a seek").contains(" 10 ms ") && line("disk: a seek").ends_with("  [1]"), "{table}");
    assert!(table.contains("Published, not measured here") && table.contains("[1] Jeff Dean"), "{table}");
}
