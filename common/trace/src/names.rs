//! The names of functions, folders and packages by which a trace tells what waits: each is in today's
//! sources. If one were renamed, a sentence would say "something" in place of "a timer".

use std::fs;
use std::path::Path;

use crate::call::{HELPERS, NOT_SHOWN, OF_LESSON};
use crate::replay::what::CAUSES;

/// Where each name of a function is declared, or the name of a type of another crate used, and how.
const DECLARED: [(&str, &str, &[&str]); 18] = [
    ("Source::store", "stage3-futures/src/source.rs", &["impl Source ", "fn store("]),
    ("timer::Sleep", "stage3-futures/src/timer.rs", &["impl Future for Sleep "]),
    ("Get<", "stage3-futures/src/queue.rs", &["impl<T> Future for Get<T> "]),
    ("Queue<T>::get", "stage4-async/src/queue.rs", &["impl<T> Queue<T> ", "async fn get("]),
    ("::put", "stage3-futures/src/queue.rs", &["pub fn put("]),
    ("Join<", "stage3-futures/src/queue.rs", &["impl<T> Future for Join<T> "]),
    ("Queue<T>::join", "stage4-async/src/queue.rs", &["impl<T> Queue<T> ", "async fn join("]),
    ("::task_done", "stage3-futures/src/queue.rs", &["pub fn task_done("]),
    ("Resolve", "stage3-futures/src/resolve.rs", &["impl Future for Resolve "]),
    ("task::Task<", "stage3-futures/src/task.rs", &["impl<T> Future for Task<T> "]),
    ("::fill_in", "stage3-futures/src/task.rs", &["fn fill_in("]),
    ("FuturesUnordered", "stage4-async/src/crawl.rs", &["FuturesUnordered<"]),
    ("Interrupted", "stage3-futures/src/crawl.rs", &["impl Future for Interrupted "]),
    ("crawl::interrupted", "stage4-async/src/crawl.rs", &["async fn interrupted("]),
    ("::trigger", "common/src/crawl/interrupt.rs", &["pub fn trigger("]),
    ("wait_for", "stage2-callbacks/src/fetch.rs", &["fn wait_for("]),
    ("set_deadline", "stage2-callbacks/src/fetch.rs", &["fn set_deadline("]),
    ("callback", "stage2-callbacks/src/fetch.rs", &["fn callback("]),
];

/// The packages that a trace leaves out, and where their names stand.
const PACKAGES: [(&str, &str); 5] = [
    ("event_listener", "Cargo.lock"),
    ("event_listener_strategy", "Cargo.lock"),
    ("program", "common/program/Cargo.toml"),
    ("test_tools", "common/tools/Cargo.toml"),
    ("trace", "common/trace/Cargo.toml"),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Asserts that `file` has each text. A name that is gone must change in `table`, too.
#[track_caller]
fn check(name: &str, file: &str, texts: &[&str], table: &str) {
    let source = fs::read_to_string(root().join(file)).unwrap_or_default();
    let missing = texts.iter().find(|text| !source.contains(**text));
    assert_eq!(missing, None, "a trace knows `{name}`, but {file} has no such text; see {table}");
}

#[test]
fn every_function_that_tells_what_waits_is_in_the_sources() {
    let (causes, helpers) =
        ("CAUSES in common/trace/src/replay/what.rs", "HELPERS in common/trace/src/call.rs");
    let parts = CAUSES.iter().flat_map(|(_, keepers, wakers)| keepers.iter().chain(*wakers));
    let names = parts.map(|part| (*part, causes)).chain(HELPERS.map(|name| (name, helpers)));
    for (name, table) in names {
        let declared = DECLARED.iter().find(|(declared, ..)| *declared == name);
        let (_, file, texts) = declared.unwrap_or_else(|| panic!("where is `{name}` of {table} declared?"));
        check(name, file, texts, table);
    }
    let of_thread = ["blocks(\"the last `task_done`\""];
    check("task_done", "stage1-blocking/src/queue.rs", &of_thread, "common/trace/src/findings/at_end.rs");
}

#[test]
fn every_folder_and_package_that_a_trace_knows_is_there() {
    for part in OF_LESSON {
        let folders = ["stage4-async", "stage4-async/src", "docs/demos"];
        let is_there = folders.iter().any(|folder| root().join(format!("{folder}/{part}")).exists());
        assert!(is_there, "there is no `{part}`; see OF_LESSON in common/trace/src/call.rs");
    }
    let is_of_rust = |name: &&str| ["std", "core", "alloc", "test"].contains(name);
    for name in NOT_SHOWN.iter().filter(|name| !is_of_rust(name)) {
        let package = PACKAGES.iter().find(|(package, _)| package == name);
        let (_, file) = package.unwrap_or_else(|| panic!("where is the package `{name}`?"));
        let text = format!("name = \"{}\"", name.replace('_', "-"));
        check(name, file, &[&text], "NOT_SHOWN in common/trace/src/call.rs");
    }
}
