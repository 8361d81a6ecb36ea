//! `cargo workshop trace --perfetto`: what a viewer requires of the traces of all stages.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Returns the events that Perfetto gets for a trace.
fn events(trace: &Path) -> Vec<Value> {
    let picture = trace.with_extension("json");
    let mut race = Command::new(env!("CARGO_BIN_EXE_race"));
    race.args(["trace", "--from"]).arg(trace).arg("--perfetto").arg(&picture);
    assert!(race.status().unwrap().success());
    let file: Value = serde_json::from_slice(&fs::read(picture).unwrap()).unwrap();
    file["traceEvents"].as_array().unwrap().clone()
}

/// Returns a time of an event in nanoseconds.
fn nanoseconds(event: &Value, field: &str) -> u64 {
    (event[field].as_f64().unwrap() * 1000.0).round() as u64
}

#[test]
fn slices_nest_spans_end_and_arrows_lie_within_slices() {
    let folder = tempfile::tempdir().unwrap();
    for (strategy, expected) in [
        ("threads", &["block"][..]),
        ("callbacks", &["call", "park"]),
        ("futures", &["park", "poll", "wake"]),
        ("async", &["park", "poll", "wake"]),
    ] {
        let trace = folder.path().join(strategy);
        let mut crawl = Command::new(env!("CARGO_BIN_EXE_race-contestant"));
        crawl.args(["--strategy", strategy, "--max-pages=3", "--max-tasks=2"]).env("CRAWLER_TRACE", &trace);
        assert!(crawl.output().unwrap().status.success());
        let (mut now, mut arrows, mut kinds) = (0, Vec::new(), Vec::new());
        // Of each thread: the ends and kinds of the slices around the current time, the innermost last.
        let mut open = HashMap::<_, Vec<(u64, String)>>::new();
        let mut spans = HashMap::<_, Vec<String>>::new();
        for event in &events(&trace) {
            let at = nanoseconds(event, "ts");
            assert!(at >= now, "{strategy}: {event}");
            now = at;
            let [kind, name] =
                [&event["cat"], &event["name"]].map(|value| value.to_string().replace('"', ""));
            let id = (kind.clone(), event["id"].to_string());
            let thread = open.entry(event["tid"].to_string()).or_default();
            thread.retain(|(end, _)| *end > now);
            let innermost = thread.last().map(|(_, kind)| &**kind);
            match event["ph"].as_str().unwrap() {
                "M" => assert!(name.ends_with("_name") && event["args"]["name"].is_string(), "{event}"),
                "X" => {
                    let end = now + nanoseconds(event, "dur");
                    assert!(
                        end > now && thread.iter().all(|(outer, _)| end <= *outer),
                        "{strategy}: {event}"
                    );
                    kinds.push(kind.clone());
                    thread.push((end, kind));
                }
                "b" => spans.entry(id).or_default().push(name),
                "e" => assert_eq!(spans.get_mut(&id).unwrap().pop(), Some(name)),
                "s" if innermost == Some("wake") => arrows.push(id),
                "f" if innermost == Some("poll") && event["bp"] == "e" => {
                    arrows.remove(arrows.iter().position(|arrow| *arrow == id).expect("it has begun"));
                }
                _ => panic!("{strategy}: {event} in {innermost:?}"),
            }
        }
        assert!(arrows.is_empty() && spans.values().all(Vec::is_empty), "{strategy}: {arrows:?}, {spans:?}");
        assert_eq!(spans.keys().filter(|(kind, _)| kind == "fetch").count(), 3, "{strategy}");
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds, expected, "{strategy}");
    }
}

#[test]
fn what_is_unfinished_ends_with_the_trace() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("unfinished");
    let made = r#""made","task":1,"name":"main""#;
    let entered = r#""entered","phase":"reading","tries":1"#;
    let lines = [(0, made), (1000, r#""polled","task":1"#), (1000, r#""started""#), (5000, entered)];
    let line = |(at, event)| {
        format!("{{\"at\":{at},\"thread\":\"main\",\"task\":null,\"url\":\"http://a/\",\"event\":{event}}}\n")
    };
    fs::write(&trace, lines.map(line).concat()).unwrap();
    let events = events(&trace);
    let last = events.iter().filter(|event| event["ph"] == "e" && nanoseconds(event, "ts") == 5001);
    let names: Vec<_> = last.map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["reading", "http://a/", "main 1"]);
    let poll = events.iter().find(|event| event["ph"] == "X").unwrap();
    assert_eq!((nanoseconds(poll, "ts"), nanoseconds(poll, "dur")), (1000, 4001));
}
