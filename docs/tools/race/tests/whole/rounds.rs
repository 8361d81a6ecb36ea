//! `cargo workshop race` between contestants that are not optimized: nothing here is about how fast they are.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::iter::zip;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};
use workshop::race::CONTESTANTS;

use crate::said;

/// One of each kind.
const SOME: [&str; 7] = ["one-by-one", "processes", "threads", "callbacks", "async", "reqwest", "completion"];

/// The program that is every contestant.
const CONTESTANT: &str = env!("CARGO_BIN_EXE_race-contestant");

/// Makes a folder with the race and a contestant for each stage.
fn programs(stage4: &str) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::create_dir(folder.path().join("examples")).unwrap();
    let programs = [
        ("race", env!("CARGO_BIN_EXE_race")),
        ("stage1-blocking", CONTESTANT),
        ("stage2-callbacks", CONTESTANT),
        ("stage3-futures", CONTESTANT),
        ("stage4-async", stage4),
        ("work", CONTESTANT),
        ("examples/with_reqwest", CONTESTANT),
        ("completion", CONTESTANT),
        ("own-crawl", CONTESTANT),
    ];
    for (package, program) in programs {
        fs::hard_link(program, folder.path().join(format!("{package}{EXE_SUFFIX}"))).unwrap();
    }
    folder
}

/// Runs a race. Returns what it prints to stdout and to stderr.
#[track_caller]
fn race(programs: &TempDir, status: i32, arguments: &[&str]) -> [String; 2] {
    let mut command = Command::new(programs.path().join(format!("race{EXE_SUFFIX}")));
    said(&command.args(arguments).stdin(Stdio::null()).output().unwrap(), status)
}

fn runs(entry: &Value) -> &[Value] {
    entry["runs"].as_array().unwrap()
}

#[test]
fn every_contestant_fetches_everything_in_every_round_and_none_faster_than_the_site() {
    let programs = programs(CONTESTANT);
    let [json, _] = race(&programs, 0, &["--rounds", "2", "--json", "--only", &SOME.join(",")]);
    let file = programs.path().join("race.json");
    fs::write(&file, &json).unwrap();
    let again = race(&programs, 0, &["--json", "--from", file.to_str().unwrap()]);
    assert_eq!(again, [json.clone(), String::new()]);

    let race: Value = serde_json::from_str(&json).unwrap();
    let entries = race["legs"][0]["entries"].as_array().unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry["contestant"].as_str().unwrap()).collect();
    assert_eq!(names, SOME);
    let text = fs::read_to_string("../../work/examples/with_reqwest.rs").unwrap();
    assert!(text.contains(&format!("Strategy::new(\"reqwest\", {}, crawl", entries[5]["about"])));
    let text = fs::read_to_string("../../completion/src/lib.rs").unwrap();
    assert!(text.contains(&format!("Strategy::new(\"completion\", {}, crawl", entries[6]["about"])));
    for entry in entries {
        assert_eq!(runs(entry).len(), 2);
        let is_alone = entry["contestant"] == "one-by-one";
        for run in runs(entry) {
            let floor = if is_alone { 2500.0 } else { 250.0 };
            assert!(run["urls"] == 10 && run["wall_ms"].as_f64().unwrap() > floor, "{run}");
        }
        // How many it gets done in 250 ms is the machine's business.
        let most = runs(entry).iter().filter_map(|run| run["most_open"].as_u64()).max();
        assert_eq!(most > Some(1), !is_alone, "{entry}");
        each_request_is_a_lane_on_the_contestants_clock(entry);
        if cfg!(target_os = "linux") {
            memory_and_children_are_seen_from_outside(entry);
        }
    }
}

fn each_request_is_a_lane_on_the_contestants_clock(entry: &Value) {
    let lanes = entry["lanes"].as_array().unwrap();
    assert_eq!(lanes.len(), 10);
    let end = runs(entry).iter().map(|run| run["wall_ms"].as_f64().unwrap()).fold(0.0, f64::max);
    for lane in lanes {
        let [accepted, requested, first, answered] = [0, 1, 2, 3].map(|time| lane[time].as_f64().unwrap());
        assert!(0.0 < accepted && accepted <= requested, "{lane}");
        // The site's clock starts a moment earlier, which on a busy machine may be long.
        assert!(requested + 250.0 <= first && first <= answered && answered <= end + 1000.0, "{lane}");
    }
}

fn memory_and_children_are_seen_from_outside(entry: &Value) {
    let (threads, processes) = match entry["contestant"].as_str().unwrap() {
        "processes" => (5, 3),
        "threads" => (3, 1),
        _ => (1, 1),
    };
    let most = |number: &str| runs(entry).iter().filter_map(|run| run[number].as_u64()).max();
    assert!(most("threads") >= Some(threads), "{}", entry["runs"]);
    assert!(most("processes") >= Some(processes), "{}", entry["runs"]);
    assert!(most("peak_bytes") > Some(1 << 20) && entry["idle_bytes"].as_u64() > Some(1 << 20));
    assert!(most("switches") > Some(0) && runs(entry)[0]["cpu_ms"].as_f64() > Some(0.0));
}

#[test]
fn a_contestant_that_fails_is_named_with_what_it_said() {
    let programs = programs(env!("CARGO_BIN_EXE_race"));
    let [_, stderr] = race(&programs, 1, &["--rounds", "1", "--only", "threads,async"]);
    assert!(stderr.contains("async (warming up): failed with exit"), "{stderr}");
    assert!(stderr.contains("'--strategy'"), "{stderr}");
}

#[test]
fn a_directory_is_a_course_and_a_log_has_a_line_for_each_round() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "<a href=a.html>a</a> <a href=missing>b</a>").unwrap();
    fs::write(folder.path().join("a.html"), "<a href=/>back</a>").unwrap();
    let directory = folder.path().canonicalize().unwrap();
    let directory = directory.to_str().unwrap();
    let docs = ["docs", directory, "--rounds", "2", "--only", "callbacks,futures"];
    let [table, log] = race(&programs(CONTESTANT), 0, &docs);
    assert!(table.contains("3 URLs") && table.contains(directory), "{table}");
    assert_eq!(log.replace(directory, "it"), "warming up ...\nround 1 of 2, it ...\nround 2 of 2, it ...\n");
}

#[test]
fn a_learners_crawl_races_beside_tokio_and_each_as_it_names_itself() {
    let programs = programs(CONTESTANT);
    let [json, _] = race(&programs, 0, &["--rounds", "1", "--json", "--own"]);
    let result: Value = serde_json::from_str(&json).unwrap();
    let entries = result["legs"][0]["entries"].as_array().unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry["contestant"].as_str().unwrap()).collect();
    assert_eq!(names, ["futures", "async", "tokio", "own"]);
    let text = |file: &str| fs::read_to_string(Path::new("../..").join(file)).unwrap();
    let work = text("work/src/lib.rs") + &text("work/Cargo.toml");
    let own = text("own/runtime/crawl.rs") + &text("own/runtime/levels.toml");
    for (entry, text) in zip(&entries[2..], [work, own]) {
        let strategy = format!("Strategy::new({}, {}, crawl", entry["contestant"], entry["about"]);
        let package = format!("name = {}\n", entry["stage"]);
        assert!(text.contains(&strategy) && text.contains(&package), "no {strategy} or no {package}");
    }
    let file = programs.path().join("race.json");
    fs::write(&file, json).unwrap();
    let [table, _] = race(&programs, 0, &["--from", file.to_str().unwrap()]);
    let wall_ms = |entry: &Value| runs(entry)[0]["wall_ms"].as_f64();
    let faster = entries.iter().filter(|entry| wall_ms(entry) < wall_ms(&entries[3])).count();
    assert!(table.contains(&format!("\nYour runtime takes place {} of 4.\n", faster + 1)), "{table}");
}

#[test]
fn what_makes_no_race_is_refused_by_its_name() {
    let programs = programs(CONTESTANT);
    let none = programs.path().join("none.json");
    fs::write(&none, "{\"course\": 1}").unwrap();
    let none = none.to_str().unwrap();
    // `cargo workshop race` knows the names before the stages are compiled.
    let values = format!("[possible values: {}]", CONTESTANTS.join(", "));
    for (status, arguments, says) in [
        (2, &["--only", "fibers"][..], &*values),
        (2, &["docs"], "race <COURSE> <DIR>"),
        (2, &["c10k", "."], "only the course `docs`"),
        (2, &["growth", "--from", "race.json"], "--from"),
        (2, &["docs", concat!(env!("CARGO_MANIFEST_DIR"), "/src")], "no index.html"),
        (1, &["--from", "/no/such/race.json"], "/no/such/race.json"),
        (1, &["--from", none], none),
    ] {
        let [stdout, stderr] = race(&programs, status, arguments);
        assert!(stdout.is_empty() && stderr.contains(says), "{arguments:?}: {stderr}");
    }
}
