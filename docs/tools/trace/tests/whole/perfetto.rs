//! `cargo workshop trace --perfetto`: what a viewer requires, of recorded traces of all stages, and of halves
//! by a clock that stands still.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The traces of all stages that the book shows.
const TRACES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/traces");

#[test]
fn slices_nest_spans_end_and_arrows_lie_within_slices() {
    let folder = tempfile::tempdir().unwrap();
    for (recorded, expected, fetches) in [
        ("pool", &["blocked"][..], 3),
        ("callbacks", &["call", "sleeps"], 1),
        ("stage3-two-pages", &["poll", "sleeps", "wake"], 2),
        ("stage4-two-pages", &["poll", "sleeps", "wake"], 2),
    ] {
        let trace = Path::new(TRACES).join(recorded).with_extension("jsonl");
        let found = check(&trace, &folder.path().join("whole"));
        assert_eq!(found, (expected.iter().map(ToString::to_string).collect(), fetches), "{recorded}");
        let text = fs::read_to_string(&trace).unwrap();
        let half = text.lines().take(text.lines().count() / 2);
        let at_once = half.map(|line| format!("{{\"at\":0{}\n", &line[line.find(',').unwrap()..]));
        let trace = folder.path().join("half");
        fs::write(&trace, at_once.collect::<String>()).unwrap();
        check(&trace, &folder.path().join("drawn"));
    }
}

/// Returns a time of an event in nanoseconds.
fn nanoseconds(event: &Value, field: &str) -> u64 {
    (event[field].as_f64().unwrap() * 1000.0).round() as u64
}

/// Checks the file for a trace. Returns which kinds of slices it has, and of how many fetches.
fn check(trace: &Path, picture: &Path) -> (Vec<String>, usize) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trace-page"));
    command.arg("--from").arg(trace).arg("--perfetto").arg(picture);
    assert!(command.status().unwrap().success());
    let file: Value = serde_json::from_slice(&fs::read(picture).unwrap()).unwrap();
    let (mut now, mut arrows, mut kinds) = (0, Vec::new(), Vec::new());
    // Of each thread: the ends and kinds of the slices around the current time, the innermost last.
    let mut open = HashMap::<_, Vec<(u64, String)>>::new();
    let mut spans = HashMap::<_, Vec<String>>::new();
    for event in file["traceEvents"].as_array().unwrap() {
        let at = nanoseconds(event, "ts");
        assert!(at >= now, "{event}");
        now = at;
        let [kind, name, id] = ["cat", "name", "id"].map(|field| event[field].to_string().replace('"', ""));
        let thread = open.entry(event["tid"].to_string()).or_default();
        thread.retain(|(end, _)| *end > now);
        let innermost = thread.last().map(|(_, kind)| &**kind);
        match event["ph"].as_str().unwrap() {
            "M" => assert!(name.ends_with("_name") && event["args"]["name"].is_string(), "{event}"),
            "X" => {
                let end = now + nanoseconds(event, "dur");
                assert!(end > now && thread.iter().all(|(outer, _)| end <= *outer), "{event}");
                kinds.push(kind.clone());
                thread.push((end, kind));
            }
            "b" => spans.entry(id).or_default().push(name),
            "e" => assert_eq!(spans.get_mut(&id).unwrap().pop(), Some(name)),
            "s" if innermost == Some("wake") => arrows.push(id),
            "f" if innermost == Some("poll") && event["bp"] == "e" => {
                arrows.remove(arrows.iter().position(|arrow| *arrow == id).expect("it has begun"));
            }
            _ => panic!("{event} in {innermost:?}"),
        }
    }
    assert!(arrows.is_empty() && spans.values().all(Vec::is_empty), "{arrows:?}, {spans:?}");
    kinds.sort();
    kinds.dedup();
    (kinds, spans.keys().filter(|id| id.contains("fetch")).count())
}
