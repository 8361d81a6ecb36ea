//! `cargo workshop race` between contestants that are not optimized: nothing here is about how fast they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::{NamedTempFile, tempdir};

use crate::tools::{programs, race, said};

const CONTESTANTS: [&str; 6] = ["one-by-one", "processes", "threads", "callbacks", "futures", "async"];

/// The folder of a race's programs.
static PROGRAMS: LazyLock<PathBuf> =
    LazyLock::new(|| programs("race-programs", env!("CARGO_BIN_EXE_race-contestant")));

/// The results of two rounds of all contestants but the one that keeps a CPU busy.
static JSON: LazyLock<String> =
    LazyLock::new(|| stdout(&["--rounds", "2", "--json", "--only", &CONTESTANTS.join(",")]));

static TEN_PAGES: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&JSON).unwrap());

/// Returns what the command prints, when all that it says is which step begins.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let [stdout, stderr] = said(&race(&PROGRAMS, arguments), 0);
    assert!(stderr.lines().all(|line| line.ends_with(" ...")), "{stderr}");
    stdout
}

/// Returns the message of the command, which fails with this status, and prints nothing else.
#[track_caller]
fn failure(programs: &Path, status: i32, arguments: &[&str]) -> String {
    let [stdout, stderr] = said(&race(programs, arguments), status);
    assert!(stdout.is_empty() && !stderr.contains("panicked"), "{stderr}");
    stderr
}

/// Saves a file for one test.
fn saved(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, text).unwrap();
    file
}

fn entries() -> &'static [Value] {
    TEN_PAGES["legs"][0]["entries"].as_array().unwrap()
}

fn runs(entry: &Value) -> &[Value] {
    entry["runs"].as_array().unwrap()
}

#[test]
fn every_contestant_fetches_everything_in_every_round_and_none_faster_than_the_site() {
    let names: Vec<&str> = entries().iter().map(|entry| entry["contestant"].as_str().unwrap()).collect();
    assert_eq!(names, CONTESTANTS);
    for entry in entries() {
        assert_eq!(runs(entry).len(), 2);
        let is_alone = entry["contestant"] == "one-by-one";
        for run in runs(entry) {
            let numbers = ["urls", "requests", "connections"].map(|number| run[number].as_u64().unwrap());
            assert_eq!(numbers, [10, 10, 10], "{entry}");
            let floor = if is_alone { 2500.0 } else { 250.0 };
            assert!(run["wall_ms"].as_f64().unwrap() > floor, "{entry}");
        }
        // How many it gets done in 250 ms is the machine's business.
        let most = runs(entry).iter().filter_map(|run| run["most_open"].as_u64()).max();
        assert_eq!(most > Some(1), !is_alone, "{entry}");
    }
}

#[test]
fn each_request_is_a_lane_on_the_contestants_clock() {
    for entry in entries() {
        let lanes = entry["lanes"].as_array().unwrap();
        assert_eq!(lanes.len(), 10);
        let end = runs(entry).iter().map(|run| run["wall_ms"].as_f64().unwrap()).fold(0.0, f64::max);
        for lane in lanes {
            let [accepted, requested, first, answered] =
                ["accepted", "requested", "first_byte", "answered"].map(|time| lane[time].as_f64().unwrap());
            assert!(0.0 < accepted && accepted <= requested, "{lane}");
            // The site's clock starts a moment earlier, which on a busy machine may be long.
            assert!(requested + 250.0 <= first && first <= answered && answered <= end + 1000.0, "{lane}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_and_children_are_seen_from_outside() {
    for entry in entries() {
        let (threads, processes) = match entry["contestant"].as_str().unwrap() {
            "processes" => (5, 3),
            "threads" => (3, 1),
            _ => (1, 1),
        };
        let most = |number: &str| runs(entry).iter().filter_map(|run| run[number].as_u64()).max();
        assert!(most("threads") >= Some(threads), "{}", entry["runs"]);
        assert!(most("processes") >= Some(processes), "{}", entry["runs"]);
        assert!(most("peak_bytes") > Some(1 << 20) && entry["idle_bytes"].as_u64() > Some(1 << 20));
        assert!(most("voluntary_switches") > Some(0));
    }
}

#[test]
fn a_saved_race_is_read_as_it_was_written() {
    let file = saved(&JSON);
    assert_eq!(stdout(&["--json", "--from", file.path().to_str().unwrap()]), *JSON);
}

#[test]
fn a_contestant_that_fails_is_named_with_what_it_said() {
    let programs = programs("race-programs-that-fail", env!("CARGO_BIN_EXE_race"));
    let stderr = failure(&programs, 1, &["--rounds", "1", "--only", "threads,async"]);
    assert!(stderr.contains("async (warming up): failed with exit"), "{stderr}");
    assert!(stderr.contains("'--strategy'"), "{stderr}");
}

#[test]
fn a_directory_is_a_course_and_a_log_has_a_line_for_each_round() {
    let folder = tempdir().unwrap();
    let directory = folder.path().join("race-directory");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("index.html"), "<a href=a.html>a</a> <a href=missing>b</a>").unwrap();
    fs::write(directory.join("a.html"), "<a href=/>back</a>").unwrap();
    let directory = directory.canonicalize().unwrap();
    let directory = directory.to_str().unwrap();
    let output = race(&PROGRAMS, &["docs", directory, "--rounds", "2", "--only", "callbacks,futures"]);
    let [table, log] = said(&output, 0);
    assert!(table.contains("3 URLs") && table.contains("race-directory"), "{table}");
    let lines: Vec<_> = log.replace(directory, "it").lines().map(str::to_owned).collect();
    assert_eq!(lines, ["warming up ...", "round 1 of 2, it ...", "round 2 of 2, it ..."]);
}

#[test]
fn the_crawl_on_tokio_races_if_it_is_named_as_the_crawl_names_itself() {
    let json = stdout(&["--rounds", "1", "--json", "--only", "async,tokio"]);
    let race: Value = serde_json::from_str(&json).unwrap();
    let entry = &race["legs"][0]["entries"][1];
    assert_eq!([&entry["contestant"], &entry["stage"]], ["tokio", "work"]);
    let run = &runs(entry)[0];
    assert_eq!(run["urls"], 10);
    assert!(run["user_ms"].is_number() && run["system_ms"].is_number(), "{run}");
    let about = entry["about"].as_str().unwrap();
    let strategy = format!("Strategy::new(\"tokio\", \"{about}\", crawl)");
    assert!(include_str!("../../../../work/src/lib.rs").contains(&strategy), "work has no {strategy}");
    assert!(include_str!("../../../../work/Cargo.toml").contains("name = \"work\""));
}

#[test]
fn what_makes_no_race_is_refused_by_its_name() {
    let none = saved("{\"course\": 1}");
    let none = none.path().to_str().unwrap();
    for (status, arguments, says) in [
        (2, &["--only", "fibers"][..], "possible values: one-by-one, processes"),
        (2, &["docs"], "race <COURSE> <DIR>"),
        (2, &["comics", "."], "only the course `docs`"),
        (2, &["marathon"], "ten-pages"),
        (2, &["--rounds", "0"], "--rounds"),
        (2, &["comics", "--from", "race.json"], "--from"),
        (1, &["docs", concat!(env!("CARGO_MANIFEST_DIR"), "/src")], "no index.html"),
        (1, &["--from", "/no/such/race.json"], "/no/such/race.json"),
        (1, &["--from", none], none),
    ] {
        let stderr = failure(&PROGRAMS, status, arguments);
        assert!(stderr.contains(says), "{arguments:?}: {stderr}");
    }
}

#[test]
fn the_long_help_has_the_contestants_and_examples() {
    let help = stdout(&["--help"]);
    assert!(help.contains("cargo workshop race --from growth.json"));
    for name in CONTESTANTS.into_iter().chain(["spin", "tokio"]) {
        assert!(help.contains(&format!("- {name}: ")), "{help}");
    }
}
