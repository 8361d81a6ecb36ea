//! The table of `cargo workshop race`, of races whose numbers are known.

mod race_program;

use std::path::PathBuf;

use race_program::{race_in, saved, stdout};
use serde_json::{Value, json};

/// One run: how long it took, how much memory, and for how many pages.
fn run(wall_ms: f64, peak_bytes: u64, urls: u64) -> Value {
    json!({
        "wall_ms": wall_ms, "user_ms": 12.0, "system_ms": 30.0, "peak_bytes": peak_bytes, "threads": 1002,
        "processes": 1, "voluntary_switches": 1000, "involuntary_switches": 200, "most_open": urls,
        "connections": urls, "requests": urls, "urls": urls,
    })
}

fn entry(contestant: &str, runs: &[Value]) -> Value {
    json!({
        "contestant": contestant, "stage": "stage1-blocking", "about": "a way to wait", "idle_bytes": 1 << 20,
        "runs": runs, "lanes": [],
    })
}

fn leg(name: &str, floor_ms: Option<f64>, entries: &[Value]) -> Value {
    json!({ "name": name, "pages": 10, "max_tasks": 1000, "floor_ms": floor_ms, "entries": entries })
}

/// What is printed of a race with these legs.
fn table(test: &str, legs: &[Value]) -> String {
    stdout(&["--from", file(test, legs).to_str().unwrap()])
}

/// A race with these legs, as it is saved.
fn file(test: &str, legs: &[Value]) -> PathBuf {
    let machine = json!({ "system": "linux", "architecture": "x86_64", "cores": 2 });
    let race =
        json!({ "course": "ten-pages", "about": "ten pages", "machine": machine, "rounds": 3, "legs": legs });
    saved(test, &race.to_string())
}

fn ten_pages(test: &str) -> String {
    table(test, &[ten_pages_leg()])
}

fn ten_pages_leg() -> Value {
    let threads = entry("threads", &[250.0, 400.0, 300.0].map(|wall| run(wall, 3 << 20, 10)));
    let spin = entry("spin", &[3000.0, 2900.0, 3300.0].map(|wall| run(wall, 5 << 20, 10)));
    leg("10 pages of 250 ms", Some(250.0), &[spin, threads])
}

/// The cells of the first line that begins with this word.
fn cells<'a>(table: &'a str, name: &str) -> Vec<&'a str> {
    let line = table.lines().find(|line| line.starts_with(name)).unwrap();
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn a_line_has_the_medians_and_what_they_are_compared_with() {
    let table = ten_pages("line");
    let header = ["wall", "min–max", "to best", "CPU", "memory", "threads", "procs", "switches", "at once"];
    assert_eq!(cells(&table, "         "), header);
    let threads = ["300 ms", "250–400 ms", "1.00x", "42 ms", "3.0 MiB", "1,002", "1", "1,200", "10"];
    assert_eq!(cells(&table, "threads")[1..], threads);
    let spin = ["3,000 ms", "2,900–3,300 ms", "10x", "42 ms", "5.0 MiB", "1,002", "1", "1,200", "10"];
    assert_eq!(cells(&table, "spin")[1..], spin);
}

#[test]
fn the_lesson_stands_above_the_numbers() {
    let table = ten_pages("lesson");
    let lines: Vec<&str> = table.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("Ten at once: 0.30 s to 3.0 s.")).unwrap();
    assert!(lines[at + 1].starts_with("Fastest: threads. Slower: spin (ten times as long)."), "{table}");
}

#[test]
fn connections_are_counted_where_they_carry_several_requests() {
    let mut kept = run(300.0, 3 << 20, 10);
    kept["connections"] = json!(2);
    let entries = [entry("keep-alive", &[kept]), entry("async", &[run(300.0, 3 << 20, 10)])];
    let table = table("connections", &[leg("10 pages", Some(250.0), &entries)]);
    assert_eq!(cells(&table, "         ").last(), Some(&"conns"));
    assert_eq!(["keep-alive", "async"].map(|name| *cells(&table, name).last().unwrap()), ["2", "10"]);
}

#[test]
fn no_line_is_wider_than_the_terminal_and_no_column_is_left_out() {
    let file = file("narrow", &[ten_pages_leg(), ten_pages_leg()]);
    for width in [60, 80, 100, 120] {
        let output = race_in(width, &["--from", file.to_str().unwrap()]);
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.lines().all(|line| line.chars().count() <= width), "{width}: {table}");
        let words: Vec<&str> = table.lines().flat_map(|line| line.split("  ").map(str::trim)).collect();
        for word in ["wall", "min–max", "2,900–3,300 ms", "procs", "switches", "at once", "last to first"]
        {
            assert!(words.contains(&word), "{width}: {word} in {table}");
        }
    }
}

#[test]
fn the_legend_says_what_each_column_means() {
    let table = ten_pages("legend");
    assert!(table.contains("3 rounds, linux, x86_64, 2 cores"));
    for word in ["wall", "to best", "memory", "switches", "at once"] {
        assert!(table.lines().any(|line| line.starts_with(&format!("{word}  "))), "{word} in {table}");
    }
}

#[test]
fn without_a_floor_pages_are_counted_by_the_second() {
    let table = table("no-floor", &[leg("pages", None, &[entry("async", &[run(500.0, 3 << 20, 100)])])]);
    assert!(!table.contains("floor"), "{table}");
    assert_eq!(cells(&table, "       ").last(), Some(&"pages/s"));
    assert_eq!(cells(&table, "async").last(), Some(&"200"), "{table}");
}

#[test]
fn where_the_site_never_sees_two_requests_at_once_it_does_not_count_them() {
    let mut one = run(500.0, 3 << 20, 100);
    one["most_open"] = json!(1);
    let legs = |floor_ms| [leg("pages", floor_ms, &[entry("async", &[one.clone()])])];
    let [at_once, late] = [("answers-at-once", None), ("answers-late", Some(250.0))]
        .map(|(test, floor_ms)| cells(&table(test, &legs(floor_ms)), "         ").contains(&"at once"));
    assert_eq!([at_once, late], [false, true]);
}

#[test]
fn a_round_in_which_not_all_requests_were_open_at_once_is_named() {
    let rounds = |most: [u64; 2]| most.map(|most| run(1100.0, 3 << 20, most));
    let entries = [
        entry("threads", &rounds([1000, 1000])),
        entry("futures", &rounds([1000, 982])),
        entry("async", &rounds([739, 982])),
        entry("one-by-one", &rounds([1, 1])),
    ];
    let mut legs = [leg("1,000 at once", Some(1000.0), &entries)];
    legs[0]["pages"] = json!(1001);
    let table = table("not-all", &legs);
    let says = "Not all 1,000 requests were open at once in every round: futures (982) and async (739).\n";
    assert!(table.contains(says), "{table}");
    assert!(!ten_pages("all").contains("Not all"));
}

#[test]
fn what_the_platform_does_not_tell_has_no_column() {
    let mut run = run(500.0, 1, 10);
    for unknown in ["peak_bytes", "threads", "voluntary_switches", "user_ms", "system_ms"] {
        run[unknown] = Value::Null;
    }
    let table = table("unknown", &[leg("pages", None, &[entry("async", &[run])])]);
    assert_eq!(cells(&table, "       "), ["wall", "to best", "procs", "at once", "pages/s"]);
}

#[test]
fn several_legs_are_compared() {
    let of = |pages: u64, wall| entry("async", &[run(wall, (1 << 20) + pages * 2048, pages)]);
    let legs = [leg("100 pages", None, &[of(100, 50.0)]), leg("1,000 pages", None, &[of(1000, 1000.0)])];
    let table = table("growth", &legs);
    let lines: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("Wall time per page")).collect();
    let line = |name: &str| {
        let at = lines.iter().position(|line| line.starts_with(name)).unwrap();
        cells(lines[at + 1], "async")
    };
    assert_eq!(line("Wall time per page"), ["async", "500 us", "1.0 ms", "2.00x"]);
    assert_eq!(line("Memory per page"), ["async", "2.0 KiB", "2.0 KiB", "1.00x"]);
}

#[test]
fn what_is_divided_by_nothing_is_not_known() {
    let leg = |name, wall| leg(name, Some(0.0), &[entry("async", &[run(wall, 1 << 20, 0)])]);
    let table = table("nothing", &[leg("none", 0.0), leg("nothing", 5.0)]);
    assert!(!table.contains("NaN") && !table.contains("inf"), "{table}");
    assert_eq!(cells(&table, "async"), ["async", "0 ms", "42 ms", "1.0 MiB", "1,002", "1", "1,200", "0"]);
}

#[test]
fn threads_and_requests_at_once_are_the_most_of_any_round() {
    let mut runs = [1, 2, 3].map(|_| run(300.0, 3 << 20, 10));
    for (run, most) in runs.iter_mut().zip([7, 9, 8]) {
        run["most_open"] = json!(most);
        run["threads"] = json!(most + 2);
    }
    let table = table("most", &[leg("10 pages", Some(250.0), &[entry("threads", &runs)])]);
    let cells = cells(&table, "threads");
    assert!(cells.contains(&"11") && cells.contains(&"9"), "{table}");
}

#[test]
fn colours_are_for_terminals() {
    assert!(!ten_pages("colours").contains('\x1b'));
}
