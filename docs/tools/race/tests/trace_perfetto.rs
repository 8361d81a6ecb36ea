//! `cargo workshop trace --perfetto`: what a viewer requires of the traces of all stages.

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Crawls three pages in a stage's way to wait, and returns the events of Perfetto.
fn events(strategy: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let [trace, picture] = ["trace.jsonl", "picture.json"].map(|name| folder.path().join(name));
    let mut crawl = Command::new(env!("CARGO_BIN_EXE_race-contestant"));
    crawl
        .args(["--strategy", strategy, "--max-pages=3", "--max-tasks=2", "--quiet"])
        .env("CRAWLER_TRACE", &trace);
    assert!(crawl.stdin(Stdio::null()).output().unwrap().status.success());
    let mut race = Command::new(env!("CARGO_BIN_EXE_race"));
    race.args(["trace", "--from"]).arg(trace).arg("--perfetto").arg(&picture);
    let output = race.output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let file: Value = serde_json::from_slice(&fs::read(picture).unwrap()).unwrap();
    file["traceEvents"].as_array().unwrap().clone()
}

/// Returns a time of an event in nanoseconds.
fn nanoseconds(event: &Value, field: &str) -> u64 {
    (event[field].as_f64().unwrap() * 1000.0).round() as u64
}

#[test]
fn slices_nest_spans_end_and_arrows_lie_within_slices() {
    for (strategy, slices) in [
        ("threads", &["block"][..]),
        ("callbacks", &["call", "park"]),
        ("futures", &["poll", "wake", "park"]),
        ("async", &["poll", "wake", "park"]),
    ] {
        let mut now = 0;
        // Of each thread: the ends and kinds of the slices around the current time, the innermost last.
        let mut open = HashMap::<u64, Vec<(u64, String)>>::new();
        let mut spans = HashMap::<String, Vec<String>>::new();
        let (mut arrows, mut kinds) = (Vec::new(), Vec::new());
        for event in events(strategy).iter().filter(|event| event["ph"] != "M") {
            let at = nanoseconds(event, "ts");
            assert!(at >= now, "{strategy}: {event}");
            now = at;
            let id = format!("{} {}", event["cat"], event["id"]);
            let thread = open.entry(event["tid"].as_u64().unwrap_or(0)).or_default();
            thread.retain(|(end, _)| *end > now);
            match event["ph"].as_str().unwrap() {
                "X" => {
                    let end = now + nanoseconds(event, "dur");
                    assert!(end > now && thread.last().is_none_or(|(around, _)| end <= *around), "{event}");
                    let kind = event["cat"].as_str().unwrap().to_owned();
                    kinds.push(kind.clone());
                    thread.push((end, kind));
                }
                "b" => spans.entry(id).or_default().push(event["name"].to_string()),
                "e" => assert_eq!(spans.get_mut(&id).unwrap().pop(), Some(event["name"].to_string())),
                "s" => {
                    assert_eq!(thread.last().unwrap().1, "wake");
                    arrows.push(id);
                }
                "f" => {
                    assert_eq!((&thread.last().unwrap().1[..], &event["bp"]), ("poll", &"e".into()));
                    let start = arrows.iter().position(|arrow| *arrow == id);
                    arrows.remove(start.expect("it has begun"));
                }
                other => panic!("{other}"),
            }
        }
        assert!(arrows.is_empty() && spans.values().all(Vec::is_empty), "{strategy}");
        let fetches = spans.keys().filter(|id| id.starts_with("\"fetch\""));
        assert_eq!(fetches.count(), 3, "{strategy}");
        assert!(slices.iter().all(|slice| kinds.iter().any(|kind| kind == slice)), "{strategy}: {kinds:?}");
        assert!(kinds.iter().all(|kind| slices.contains(&&kind[..])), "{strategy}: {kinds:?}");
    }
}

#[test]
fn what_is_unfinished_ends_with_the_trace() {
    let folder = tempfile::tempdir().unwrap();
    let [trace, picture] = ["trace.jsonl", "picture.json"].map(|name| folder.path().join(name));
    let event = |at, event: &str| {
        format!("{{\"at\":{at},\"thread\":\"main\",\"task\":null,\"url\":\"http://a/\",\"event\":{event}}}\n")
    };
    let entered = r#""entered","phase":"reading","tries":1"#;
    let made = r#""made","task":1,"name":"main""#;
    let all = [(0, made), (1000, r#""polled","task":1"#), (1000, r#""started""#), (5000, entered)];
    fs::write(&trace, all.map(|(at, text)| event(at, text)).concat()).unwrap();
    let mut race = Command::new(env!("CARGO_BIN_EXE_race"));
    race.args(["trace", "--from"]).arg(trace).arg("--perfetto").arg(&picture);
    assert!(race.status().unwrap().success());
    let file: Value = serde_json::from_slice(&fs::read(picture).unwrap()).unwrap();
    let events = file["traceEvents"].as_array().unwrap();
    let at_end = events.iter().filter(|event| event["ph"] == "e" && event["ts"] == 5.001);
    let names: Vec<_> = at_end.map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["reading", "http://a/", "main 1"]);
    let poll = events.iter().find(|event| event["ph"] == "X").unwrap();
    assert_eq!((&poll["ts"], &poll["dur"]), (&1.0.into(), &4.001.into()));
}
