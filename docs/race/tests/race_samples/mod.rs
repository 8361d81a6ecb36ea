//! Made-up races, as `cargo workshop race --json` prints them, and their pages.
#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// What would become a script and bold text if it were not escaped.
pub const HOSTILE: &str = "/a?\"'</script><script>document.title='x'</script><b onclick=x>&amp;";

/// Ten pages of 250 ms: one after the other, ten at once by threads, ten at once by futures.
pub fn ten_pages() -> Value {
    let entries = [
        entry("one-by-one", "stage1-blocking", 1, 10, 250.0),
        entry("threads", "stage1-blocking", 10, 10, 250.0),
        entry("async", "stage4-async", 10, 10, 250.0),
    ];
    race("ten-pages", vec![leg("10 pages of 250 ms", 10, Some(250.0), &entries)])
}

/// Thousands of requests at once, of which some hundred are logged.
pub fn c10k() -> Value {
    let leg = |pages: usize| {
        let contestants = ["threads", "callbacks", "futures", "async"];
        let entries = contestants.map(|name| entry(name, "stage4-async", pages, pages, 1000.0));
        leg(&format!("{pages} at once"), pages, Some(1000.0), &entries)
    };
    race("c10k", [1000, 2000, 5000, 10_000].map(leg).into())
}

/// A race in which nothing is known, nothing happened, or nothing is what it seems.
pub fn hostile() -> Value {
    let mut silent = entry(HOSTILE, HOSTILE, 1, 1, 0.0);
    silent["lanes"] = json!([]);
    for key in ["user_ms", "system_ms", "peak_bytes", "threads", "processes"] {
        silent["runs"][0][key] = Value::Null;
    }
    let mut strange = entry("strange", "", 3, 3, 1e-9);
    strange["lanes"] = json!([
        { "accepted": 5.0, "requested": 4.0, "answered": -3.0 },
        { "accepted": -1e300, "ended": 1e300 },
    ]);
    strange["runs"] = json!([run(-4.0, 0, 0), run(1e300, usize::MAX / 2, 0)]);
    let mut absent = entry("absent", "", 1, 0, 0.0);
    absent["runs"] = json!([]);
    let legs = vec![
        leg(HOSTILE, 0, Some(0.0), &[silent.clone(), strange, absent]),
        leg("nobody", 0, None, &[]),
        leg("one", 1, Some(-1.0), &[silent]),
    ];
    race(HOSTILE, legs)
}

fn race(course: &str, legs: Vec<Value>) -> Value {
    json!({
        "course": course, "about": format!("{course}: made up for the tests"), "rounds": 3, "legs": legs,
        "machine": { "system": "linux", "architecture": "x86_64", "cores": 2 },
    })
}

fn leg(name: &str, pages: usize, floor_ms: Option<f64>, entries: &[Value]) -> Value {
    json!({ "name": name, "pages": pages, "max_tasks": pages, "floor_ms": floor_ms, "entries": entries })
}

/// A contestant that has so many requests in flight, each of which waits so long.
fn entry(name: &str, stage: &str, at_once: usize, pages: usize, wait: f64) -> Value {
    let lanes: Vec<[f64; 5]> = (0..pages).map(|page| lane(page, at_once, wait)).collect();
    let end = lanes.iter().map(|lane| lane[4]).fold(0.0, f64::max) + 3.0;
    let chosen = lanes.iter().enumerate().filter(|(page, _)| page % pages.div_ceil(200).max(1) == 0);
    let chosen = chosen.map(|(_, lane)| {
        json!({ "accepted": lane[0], "requested": lane[1],
                "first_byte": lane[2], "answered": lane[3], "ended": lane[4] })
    });
    json!({
        "contestant": name, "stage": stage, "about": "as made up as all of it", "idle_bytes": 3_900_000,
        "runs": [run(end, at_once, pages), run(end * 1.04, at_once, pages), run(end * 0.99, at_once, pages)],
        "lanes": chosen.collect::<Vec<_>>(),
    })
}

fn lane(page: usize, at_once: usize, wait: f64) -> [f64; 5] {
    let turn = page.checked_div(at_once).unwrap_or(0) as f64;
    let accepted = 2.0 + turn * (wait + 3.0) + (page % at_once.max(1)) as f64 * 0.05;
    [accepted, accepted + 0.3, accepted + 0.4 + wait, accepted + 0.6 + wait, accepted + 0.9 + wait]
}

fn run(wall_ms: f64, at_once: usize, pages: usize) -> Value {
    json!({
        "wall_ms": wall_ms, "user_ms": 2.0 + pages as f64 * 0.05, "system_ms": 3.0 + pages as f64 * 0.08,
        "peak_bytes": 4_000_000_u64 + 30_000 * (at_once as u64 % 100_000), "threads": at_once, "processes": 1,
        "voluntary_switches": pages * 3, "involuntary_switches": null, "most_open": at_once,
        "connections": pages, "requests": pages, "urls": pages,
    })
}

/// A file of the tests' own.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("race-{name}"))
}

/// The page of a race, into a file of this name.
pub fn page(race: &Value, name: &str) -> PathBuf {
    let (json, html) = (file(&format!("{name}.json")), file(&format!("{name}.html")));
    fs::write(&json, race.to_string()).unwrap();
    let output = workshop(&["race", "--from", json.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    html
}

/// `cargo workshop`, until it ends.
pub fn workshop(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_race")).args(arguments).output().unwrap()
}
