//! The page that replays traces: what it draws, without a browser.

mod scenes;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use race::trace::html::page;
use race::trace::scene::Scene;
use scenes::{FILE, callbacks, scene, tasks, threads};

fn drawn(scenes: &[Scene]) -> String {
    page(scenes, &BTreeMap::from([(FILE.to_owned(), "fn main() {}\n".repeat(12))]))
}

/// Returns what stands between two texts, each time.
fn between<'a>(page: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    page.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

fn labels(page: &str) -> Vec<&str> {
    between(page, "<button type=\"button\" disabled title=\"", "\"")
}

fn count(page: &str, text: &str) -> usize {
    page.matches(text).count()
}

#[test]
fn tasks_have_lanes_in_the_order_in_which_they_are_made() {
    let page = drawn(&[scene("stage4-async", tasks(0))]);
    assert_eq!(labels(&page), ["main", "worker 2", "event loop"]);
}

#[test]
fn each_poll_is_a_block_that_says_how_it_ends() {
    let page = drawn(&[scene("stage4-async", tasks(0))]);
    assert_eq!(count(&page, "class=\"part pending\""), 2);
    assert_eq!(count(&page, "class=\"part ready\""), 2);
    assert_eq!(count(&page, "class=\"part sleeps\""), 1);
    assert_eq!(count(&page, "class=\"part busy\""), 2);
    assert_eq!(count(&page, "class=\"part phase\""), 1);
}

#[test]
fn a_wake_up_leads_to_the_next_poll() {
    let page = drawn(&[scene("stage4-async", tasks(0))]);
    assert_eq!(between(&page, "<g class=\"wake\" data-from=\"10\" data-to=\"", "\""), ["13"]);
    assert_eq!(between(&page, "<g class=\"wake through\" data-from=\"11\" data-to=\"", "\""), ["12"]);
    assert_eq!(count(&page, "<g class=\"wake"), 2);
}

#[test]
fn a_task_that_is_never_polled_again_has_an_arrow_to_its_lane() {
    let mut entries = tasks(0);
    entries.truncate(11);
    let page = drawn(&[scene("stage4-async", entries)]);
    assert_eq!(between(&page, "<g class=\"wake\" data-from=\"10\" data-to=\"", "\""), ["10"]);
}

#[test]
fn callbacks_have_a_lane_for_each_fetch() {
    let page = drawn(&[scene("stage2-callbacks", callbacks("http://127.0.0.1/latest"))]);
    assert_eq!(labels(&page), ["/latest", "event loop"]);
    assert_eq!(count(&page, "class=\"part call\""), 1);
    assert_eq!(between(&page, "<g class=\"wake\" data-from=\"4\" data-to=\"", "\""), ["4"]);
}

#[test]
fn threads_are_busy_or_blocked() {
    let page = drawn(&[scene("stage1-blocking", threads())]);
    assert_eq!(labels(&page), ["main", "worker 1"]);
    assert_eq!(between(&page, "class=\"part blocked\" data-from=\"1\" data-to=\"", "\""), ["2"]);
}

#[test]
fn two_scenes_share_one_clock() {
    let [early, late] = [tasks(0), tasks(77)].map(|entries| scene("stage", entries));
    let alone = drawn(std::slice::from_ref(&early));
    let both = drawn(&[early, late]);
    let blocks = between(&both, "class=\"part ready\"", "</g>");
    assert_eq!(blocks[..2], blocks[2..]);
    assert_eq!(count(&alone, ">41 ms</text>"), 1);
    assert_eq!(count(&both, ">41 ms</text>"), 2);

    // What happens in one scene while the other waits is a place on the clock of both.
    let [tasks, callbacks] = [tasks(0), callbacks("http://a/")].map(|entries| scene("stage", entries));
    let page = drawn(&[tasks, callbacks]);
    assert_eq!(count(&page, ">30 ms</text>"), 2);
    assert_eq!(count(&page, ">11 ms</text>"), 2);
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "http://a/</script><b>&\"'<!--";
    let scene = scene(hostile, callbacks(hostile));
    let sources = BTreeMap::from([(FILE.to_owned(), hostile.to_owned())]);
    let page = page(&[Scene { title: hostile.to_owned(), ..scene }], &sources);
    assert_eq!(count(&page, "</script>"), 2);
    assert!(!page.contains("<b>"));
    assert!(!page.contains("<!--"));
}

#[test]
fn a_page_needs_no_network_and_survives_an_empty_trace() {
    let page = drawn(&[scene("empty", Vec::new()), scene("stage1-blocking", threads())]);
    assert!(page.contains("empty"));
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("url("));
}

#[test]
fn a_recorded_trace_is_shown_with_its_sentences_and_sources() {
    let [trace, html] = ["jsonl", "html"]
        .map(|kind| Path::new(env!("CARGO_TARGET_TMPDIR")).join("page").with_extension(kind));
    let lines = tasks(0).iter().map(|entry| serde_json::to_string(entry).unwrap()).collect::<Vec<_>>();
    fs::write(&trace, lines.join("\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    let output = command.args(["trace", "--from"]).arg(&trace).arg("--html").arg(&html).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(&html).unwrap();
    assert_eq!(labels(&page), ["main", "worker 2", "event loop"]);
    assert!(page.contains("The executor polls main.") && page.contains("pub async fn fetch"));
}
