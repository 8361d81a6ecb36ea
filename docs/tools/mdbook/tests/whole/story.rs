//! The systems of the story: the table in *From Python* has each of them, and its command runs.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use regex::Regex;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// The table.
const CHAPTER: &str = "docs/book/src/rosetta.md";

/// Each system, and something that its command prints. A crawl of the practice site prints its report last.
const STORY: [(&str, &str); 26] = [
    ("one by one", r"not fetched: \d+ URLs found beyond --max-pages"),
    ("thread pool", "117 pages, 10 redirects, 7 errors"),
    ("processes", r"not fetched: \d+ URLs found beyond --max-pages"),
    ("busy loop", "117 pages, 10 redirects, 7 errors"),
    ("selector with callbacks", "117 pages, 10 redirects, 7 errors"),
    ("stack ripping", "Fetcher::readable"),
    ("generators in turns, `create_task`", "Apollo: lift-off"),
    ("to sleep by yielding, and by deadline", "(?s)by yielding:.*by deadline:.*resumed 6 times"),
    ("an event loop from nothing, with two reasons to wait", "1 for a time, 1 for a socket"),
    ("a future with callbacks, and a task that steps", "future: calls the step of the task"),
    ("delegation", r"loop gets Ready\(Ok\(41\)\)"),
    ("`read`, `read_all`", "a comic strip about waiting"),
    ("`run_until_complete`", "117 pages, 10 redirects, 7 errors"),
    ("tasks that are futures", r#"the other task returns Ok\("its page"\)"#),
    ("queue with `join`", "wakes main, which waits for the last"),
    ("workers", "workers +5 at once, 200 in all"),
    ("cancelling", r"its handle returns Err\(Cancelled\)"),
    ("swapping the runtime", "(?s)Executor: .*LocalPool: .*smol: "),
    ("native coroutines", "a comic strip about waiting"),
    ("gather", "(?s)at most 2 at once.*/tortoise is dropped"),
    ("sessions: connections used again", "117 pages, 10 redirects, 7 errors"),
    ("redirects that two roads share", "(?s)/best  -> .*/strip/7  .*/classic  -> .*/strip/7  "),
    ("seen URLs", "text/html, .* links, 0 new"),
    ("the report", r#""summary":\{"pages":117,"errors":7,"redirects":10"#),
    ("timings of all, side by side", "(?s)one-by-one .*threads .*callbacks .*futures .*async "),
    ("what a wait costs, on a human scale", r"switch to another thread .* (seconds|minutes|hours|days)\n"),
];

/// Returns the systems in the table, each with its command.
fn rows() -> Vec<(String, String)> {
    let text = fs::read_to_string(Path::new(ROOT).join(CHAPTER)).unwrap();
    let row = Regex::new(r"(?m)^\| ([^|]+) \| \[[^|]+\.md[^|]*\) \| `(cargo [^|]+)` \|$").unwrap();
    row.captures_iter(&text).map(|row| (row[1].to_owned(), row[2].to_owned())).collect()
}

#[test]
fn the_table_has_every_system_in_order() {
    let systems: Vec<_> = rows().into_iter().map(|(system, _)| system).collect();
    assert_eq!(systems, STORY.map(|(system, _)| system), "{CHAPTER}");
}

#[test]
fn the_command_of_each_system_runs_and_shows_it() {
    let mut wrong = Vec::new();
    for ((system, command), (_, prints)) in rows().iter().zip(STORY) {
        let (is_success, printed) = run(command);
        if !is_success || !Regex::new(prints).unwrap().is_match(&printed) {
            wrong.push(format!(
                "{system}: `{command}` has to succeed, and to print {prints}, but it prints\n{printed}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs a command. Returns whether it succeeds, and what it prints to stdout and stderr.
fn run(command: &str) -> (bool, String) {
    let mut words: Vec<_> = command.split(' ').skip(1).collect();
    // A race is built with optimizations, which takes minutes. Here, what counts is that it takes place: its contestants are the
    // programs of the rows above, as they are developed.
    if words.starts_with(&["workshop", "race"]) {
        words.splice(..2, ["run", "-p", "race", "--bin", "race", "--"]);
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(words).current_dir(ROOT).env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never");
    let output = cargo.output().unwrap();
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), printed.concat())
}
