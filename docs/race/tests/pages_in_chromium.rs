//! The pages of `cargo workshop` in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p race --test pages_in_chromium -- --ignored`.

mod browser;
mod race_samples;

use std::process::Command;

use browser::{VIEWS, look};
use race_samples::{c10k, file, hostile, page, ten_pages};

#[test]
#[ignore = "needs Chromium"]
fn a_race_is_legible() {
    let page = page(&ten_pages(), "browser-ten-pages");
    VIEWS.iter().for_each(|view| look(&page, *view, ""));
}

#[test]
#[ignore = "needs Chromium"]
fn a_race_of_many_legs_is_legible() {
    let page = page(&c10k(), "browser-c10k");
    VIEWS.iter().for_each(|view| look(&page, *view, ""));
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_in_a_race_is_run_as_a_script() {
    let page = page(&hostile(), "browser-hostile");
    let untouched = "function more() { check(document.title !== 'x', 'a script ran'); }";
    VIEWS.iter().for_each(|view| look(&page, *view, untouched));
}

#[test]
#[ignore = "needs Chromium"]
fn the_stages_side_by_side_are_legible() {
    let page = file("browser-diff.html");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "workshop", "--", "diff", "--html"])
        .arg(&page)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    VIEWS.iter().for_each(|view| look(&page, *view, ""));
}
