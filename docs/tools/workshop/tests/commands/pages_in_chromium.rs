//! The page of a diff in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p workshop pages_in_chromium -- --ignored`. `CHROMIUM` may name another browser.

use std::path::Path;

use test_tools::browser::{LOOK, look};

use crate::tools::command;

#[test]
#[ignore = "needs Chromium"]
fn the_stages_side_by_side_are_legible() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-diff.html");
    let output = command("diff --html").arg(&page).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    look(&page.with_extension("frame.html"), &[page], LOOK);
}
