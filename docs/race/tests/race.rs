//! `cargo workshop race`: what it measures, and what it does not let pass.

mod race_program;

use std::sync::LazyLock;

use race_program::{failure, list, race, race_in, saved, stdout};
use serde_json::Value;

const CONTESTANTS: [&str; 6] = ["one-by-one", "processes", "threads", "callbacks", "futures", "async"];

/// The contestant that uses connections again.
const KEEPS_ALIVE: &str = "keep-alive";

/// Two rounds of all contestants but the one that keeps a CPU busy; once is enough.
static JSON: LazyLock<String> =
    LazyLock::new(|| stdout(&["--rounds", "2", "--json", "--only", &CONTESTANTS.join(",")]));

static TEN_PAGES: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&JSON).unwrap());

fn entries() -> &'static [Value] {
    list(&TEN_PAGES["legs"][0]["entries"])
}

fn runs(contestant: &str) -> &'static [Value] {
    let entry = entries().iter().find(|entry| entry["contestant"] == contestant);
    list(&entry.unwrap()["runs"])
}

#[test]
fn every_contestant_fetches_everything_in_every_round() {
    let names: Vec<&str> = entries().iter().map(|entry| entry["contestant"].as_str().unwrap()).collect();
    assert_eq!(names, CONTESTANTS);
    for name in CONTESTANTS {
        assert_eq!(runs(name).len(), 2, "{name}");
        for run in runs(name) {
            let numbers = ["urls", "requests", "connections"].map(|number| run[number].as_u64().unwrap());
            assert_eq!(numbers, [10, 10, 10], "{name}");
        }
    }
}

#[test]
fn no_contestant_is_faster_than_the_site() {
    assert_eq!(TEN_PAGES["legs"][0]["floor_ms"], 250.0);
    for name in CONTESTANTS {
        let pages = if name == "one-by-one" { 10.0 } else { 1.0 };
        assert!(runs(name).iter().all(|run| run["wall_ms"].as_f64().unwrap() > 250.0 * pages), "{name}");
    }
}

#[test]
fn with_fewer_requests_in_flight_the_floor_is_higher() {
    let json = stdout(&["--rounds", "1", "--json", "--only", "futures", "--max-tasks", "4"]);
    let race: Value = serde_json::from_str(&json).unwrap();
    let leg = &race["legs"][0];
    assert_eq!((&leg["max_tasks"], &leg["floor_ms"]), (&Value::from(4), &Value::from(750.0)));
    assert!(leg["entries"][0]["runs"][0]["wall_ms"].as_f64() > Some(750.0), "{leg}");
}

#[test]
fn the_site_sees_which_contestants_ask_for_several_pages_at_once() {
    for name in CONTESTANTS {
        let most = runs(name).iter().filter_map(|run| run["most_open"].as_u64()).max();
        // How many it gets done in 250 ms is the machine's business.
        assert_eq!(most > Some(1), name != "one-by-one", "{name}: {most:?}");
    }
}

#[test]
fn each_request_is_a_lane_on_the_contestants_clock() {
    for entry in entries() {
        assert_eq!(list(&entry["lanes"]).len(), 10);
        let end = list(&entry["runs"]).iter().map(|run| run["wall_ms"].as_f64().unwrap()).fold(0.0, f64::max);
        for lane in list(&entry["lanes"]) {
            let [accepted, requested, first, answered] =
                ["accepted", "requested", "first_byte", "answered"].map(|time| lane[time].as_f64().unwrap());
            assert!(0.0 < accepted && accepted <= requested, "{lane}");
            // The site's clock starts a moment earlier, which on a busy machine may be long.
            assert!(requested + 250.0 <= first && first <= answered && answered <= end + 1000.0, "{lane}");
        }
    }
}

#[test]
fn a_kept_connection_carries_many_requests() {
    let json = stdout(&["small", "--rounds", "1", "--json", "--max-tasks", "2", "--only", KEEPS_ALIVE]);
    let race: Value = serde_json::from_str(&json).unwrap();
    let entry = &race["legs"][0]["entries"][0];
    let numbers =
        ["urls", "requests", "connections"].map(|number| entry["runs"][0][number].as_u64().unwrap());
    assert_eq!(numbers, [20_000, 20_000, 2]);
    let connected = |lane: &&Value| lane["accepted"] != lane["requested"];
    assert!(list(&entry["lanes"]).iter().filter(connected).count() <= 2);
}

#[test]
fn the_race_says_beforehand_what_it_does_and_for_how_long() {
    let output = race(&["--rounds", "1", "--only", "async,futures"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("ten-pages: 2 contestants, 1 round, about 10 seconds"), "{stderr}");
}

#[test]
fn a_log_has_a_line_for_each_round() {
    let output = race(&["--rounds", "2", "--only", "async"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let rounds: Vec<&str> = stderr.lines().filter(|line| line.starts_with("round")).collect();
    let expected = [1, 2].map(|round| format!("round {round} of 2, 10 pages of 250 ms"));
    assert_eq!(rounds, expected, "{stderr}");
}

#[test]
fn in_a_narrow_terminal_no_line_of_the_plan_is_broken() {
    let output = race_in(60, &["--rounds", "1", "--only", "async"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr.lines().find(|line| line.chars().count() > 60), None);
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
        let most = |number: &str| list(&entry["runs"]).iter().filter_map(|run| run[number].as_u64()).max();
        assert!(most("threads") >= Some(threads), "{}", entry["runs"]);
        assert!(most("processes") >= Some(processes), "{}", entry["runs"]);
        assert!(most("peak_bytes") > Some(1 << 20) && entry["idle_bytes"].as_u64() > Some(1 << 20));
        assert!(most("voluntary_switches") > Some(0));
    }
}

#[test]
fn a_saved_race_is_read_as_it_was_written() {
    let file = saved("again", &JSON);
    let again = stdout(&["--json", "--from", file.to_str().unwrap()]);
    assert_eq!(again, *JSON);
}

#[test]
fn a_contestant_that_misses_a_page_is_an_error_of_the_race() {
    let stderr = failure(
        1,
        &["comics", "--rounds", "1", "--only", "threads,async", "--with", "async=--exclude=/strip/77$"],
    );
    assert!(stderr.contains("async (round 1 of 1, the practice site)"), "{stderr}");
    assert!(stderr.contains("differs from threads in 1 of its URLs"), "{stderr}");
    assert!(stderr.contains("/strip/77: not found; threads: 200"), "{stderr}");
}

#[test]
fn a_contestant_that_fails_is_named_with_what_it_said() {
    let fails = |with, says: &[&str]| {
        let stderr = failure(1, &["--rounds", "1", "--only", "threads,async", "--with", with]);
        assert!(says.iter().all(|part| stderr.contains(part)), "{stderr}");
    };
    fails("async=--no-such-option", &["async (", "failed with exit", "'--no-such-option'"]);
    fails("threads=--help", &["threads (", "wrote a report that is none"]);
    fails("async=--max-body=10", &["async (", "failed with exit", "/: too-large"]);
}

#[test]
fn a_contestant_that_hangs_is_ended() {
    let stderr = failure(1, &["--only", "one-by-one", "--rounds", "1", "--limit", "1"]);
    assert!(stderr.contains("one-by-one (round 1 of 1, 10 pages of 250 ms): hangs"), "{stderr}");
}

#[test]
fn a_directory_is_a_course() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("race-directory");
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("index.html"), "<a href=a.html>a</a> <a href=missing>b</a>").unwrap();
    std::fs::write(directory.join("a.html"), "<a href=/>back</a>").unwrap();
    let table =
        stdout(&["docs", directory.to_str().unwrap(), "--rounds", "1", "--only", "callbacks,futures"]);
    assert!(table.contains("3 URLs") && table.contains("race-directory"), "{table}");
}

#[test]
fn bad_arguments_are_refused() {
    for (arguments, says) in [
        (&["--only", "fibers"][..], "no contestant is called so; there are one-by-one, processes"),
        (&["docs"], "cargo workshop race docs DIR"),
        (&["comics", "."], "only the course `docs`"),
        (&["marathon"], "ten-pages"),
        (&["c10k", "--max-tasks", "5"], "--max-tasks"),
        (&["--rounds", "0"], "--rounds"),
        (&["--with", "async"], "no `=`"),
        (&["comics", "--from", "race.json"], "--from"),
    ] {
        let stderr = failure(2, arguments);
        assert!(stderr.contains(says), "{arguments:?}: {stderr}");
    }
}

#[test]
fn what_is_no_race_is_refused_by_its_name() {
    let file = saved("none", "{\"course\": 1}");
    for file in ["/no/such/race.json", file.to_str().unwrap()] {
        assert!(failure(1, &["--from", file]).contains(file));
    }
    let stderr = failure(1, &["docs", concat!(env!("CARGO_MANIFEST_DIR"), "/src")]);
    assert!(stderr.contains("no index.html"), "{stderr}");
}

#[test]
fn no_line_of_the_short_help_is_broken() {
    let help = String::from_utf8(race(&["-h"]).stdout).unwrap();
    assert_eq!(help.lines().find(|line| line.chars().count() > 80), None);
    let words: Vec<&str> = help.split_whitespace().collect();
    let courses = "[possible values: ten-pages, comics, small, docs, c10k, growth]";
    assert!(words.join(" ").contains(courses), "{help}");
}

#[test]
fn the_long_help_has_the_contestants_and_examples() {
    let help = String::from_utf8(race(&["--help"]).stdout).unwrap();
    assert!(help.contains("cargo workshop race --from growth.json"));
    for name in CONTESTANTS.into_iter().chain(["spin"]) {
        let line = help.lines().find(|line| line.trim_start().starts_with(&format!("{name}  ")));
        assert!(line.is_some_and(|line| line.contains("  stage")), "{help}");
    }
    assert!(help.contains("threads, callbacks, futures, async."), "{help}");
}
