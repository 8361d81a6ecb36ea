//! The page that replays traces: what it draws, without a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use trace_page::{Recording, page};

use crate::scenes::{FILE, callbacks, recording, tasks, threads};

fn drawn(runs: &[Recording]) -> String {
    page(runs, |file| (file == FILE).then(|| "fn main() {}\n".repeat(12)))
}

/// Returns what stands between two texts, each time.
fn between<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    page.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

/// Asserts which lanes there are, and which things are drawn from one entry to another.
#[track_caller]
fn check(recorded: Recording, labels: &[&str], parts: &[(&str, &[(usize, usize)])]) {
    let page = drawn(&[recorded]);
    assert_eq!(between(&page, "<button type=\"button\" disabled title=\"", "\""), labels);
    for (class, expected) in parts {
        let start = format!("<g class=\"{class}\" data-from=\"");
        let mut found = between(&page, &start, "\">");
        let mut expected: Vec<_> =
            expected.iter().map(|(from, to)| format!("{from}\" data-to=\"{to}")).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{class}");
    }
}

#[test]
fn lanes_have_what_runs_and_what_waits() {
    let of_tasks: [(&str, &[_]); 7] = [
        ("part pending", &[(1, 7), (3, 6)]),
        ("part ready", &[(12, 15), (13, 14)]),
        ("part sleeps", &[(8, 9)]),
        ("part busy", &[(0, 8), (9, 15)]),
        ("part phase", &[(4, 15)]),
        ("wake", &[(10, 13)]),
        ("wake through", &[(11, 12)]),
    ];
    check(recording("stage4-async", tasks(0)), &["main", "worker 1", "event loop"], &of_tasks);
    // A task that is not polled again has an arrow to its lane.
    let cut = tasks(0)[..11].to_vec();
    check(recording("stage4-async", cut), &["main", "worker 1", "event loop"], &[("wake", &[(10, 10)])]);
    let of_callbacks: [(&str, &[_]); 3] =
        [("part call", &[(4, 5)]), ("part registered", &[(1, 4), (5, 6)]), ("wake", &[(4, 4)])];
    check(
        recording("stage2-callbacks", callbacks("http://127.0.0.1/latest")),
        &["/latest", "event loop"],
        &of_callbacks,
    );
    check(recording("stage1-blocking", threads()), &["main", "worker 1"], &[("part blocked", &[(1, 2)])]);
}

#[test]
fn two_runs_share_one_clock() {
    let [early, late] = [tasks(0), tasks(77)].map(|entries| recording("stage", entries));
    let count = |runs: &[Recording], text| drawn(runs).matches(text).count();
    let both = drawn(&[early.clone(), late]);
    let blocks = between(&both, "class=\"part ready\"", "</g>");
    assert_eq!(blocks[..2], blocks[2..]);
    assert_eq!(count(std::slice::from_ref(&early), ">41 ms</text>"), 1);
    // What happens in one run while the other waits is a place on the clock of both.
    let different = [early, recording("stage", callbacks("http://a/"))];
    assert_eq!([">30 ms</text>", ">11 ms</text>"].map(|text| count(&different, text)), [2, 2]);
}

#[test]
fn hostile_text_stays_text_and_an_empty_trace_is_drawn() {
    let hostile = "http://a/</script><b>&\"'<!--";
    let runs = [recording(hostile, callbacks(hostile)), recording("empty", Vec::new())];
    let page = page(&runs, |file| (file == FILE).then(|| hostile.to_owned()));
    assert_eq!(page.matches("</script>").count(), 2);
    for text in ["<b>", "<!--", "src=", "href=", "url("] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn recorded_traces_are_shown_with_their_sentences_and_sources() {
    let [trace, html] = ["jsonl", "html"]
        .map(|kind| Path::new(env!("CARGO_TARGET_TMPDIR")).join("page").with_extension(kind));
    let long = tasks(0).into_iter().cycle().take(5_001).collect::<Vec<_>>();
    fs::write(&trace, trace::lines(&long)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_trace-page"));
    command.arg("--from").arg(&trace).arg("--from").arg(&trace);
    let story = command.output().unwrap().stdout;
    let output = command.arg("--html").arg(&html).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(&html).unwrap();
    // The call that is open is the one in the file of the lesson, not the innermost.
    assert!(page.contains("\"open\":1"));
    assert!(page.contains("The executor polls main.") && page.contains("pub async fn fetch"));
    for text in [page.as_str(), &String::from_utf8_lossy(&story)] {
        assert_eq!(text.matches("The first 5000 of 5001 events are shown.").count(), 2);
    }
}
