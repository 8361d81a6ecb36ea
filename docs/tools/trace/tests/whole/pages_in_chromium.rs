//! The page of a trace in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p trace-page pages_in_chromium -- --ignored`. The variable `CHROMIUM` may name
//! another browser.

use std::fs;
use std::path::Path;

use test_tools::browser::{LOOK, look};
use trace_page::page;

use crate::scenes::{FILE, callbacks, recording, tasks, threads};

/// The script that steps through the page.
const STEP: &str = include_str!("step.js");

#[test]
#[ignore = "needs Chromium"]
fn a_trace_is_legible_and_can_be_stepped_through() {
    let recordings = [
        recording("stage4-async", tasks(0)),
        recording("stage2-callbacks", callbacks("http://127.0.0.1/latest")),
        recording("stage1-blocking", threads()),
    ];
    let lines: String = (1..40).map(|line| format!("line {line}\n")).collect();
    let html = page(&recordings, |file| (file == FILE).then(|| lines.clone()));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-trace.html");
    fs::write(&path, html).unwrap();
    look(&path.with_extension("frame.html"), &[path], &format!("{LOOK}{STEP}"));
}
