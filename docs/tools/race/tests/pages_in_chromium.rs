//! The pages of `cargo workshop` in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p race --test pages_in_chromium -- --ignored`. The variable `CHROMIUM` may name another browser.

mod scenes;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use race::trace::page;
use scenes::{FILE, callbacks, run, tasks, threads};

/// The script that looks at its page.
const LOOK: &str = include_str!("browser/look.js");

/// The script that steps through the page of a trace.
const STEP: &str = include_str!("browser/step.js");

/// The options of Chromium. Time passes at once.
const OPTIONS: [&str; 4] = ["--headless", "--virtual-time-budget=10000", "--no-sandbox", "--disable-gpu"];

/// Runs a program of this workspace, which makes the page.
fn make(command: &mut Command, name: &str) -> PathBuf {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
    let output = command.arg("--html").arg(&page).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    page
}

/// Asserts that the page is as it should be, in light and in dark, narrow and wide.
fn look(page: &Path) {
    let html = fs::read_to_string(page).unwrap();
    for (scheme, width) in [("light", 400), ("dark", 400), ("light", 1300), ("dark", 1300)] {
        let [copy, frame] = ["copy", "frame"].map(|name| page.with_extension(format!("{name}.html")));
        fs::write(&copy, with_script(&html, scheme, width)).unwrap();
        fs::write(&frame, framed(&copy, width)).unwrap();
        let dom = dom(&frame, scheme);
        let verdict = dom.split("data-verdict=\"").nth(1).and_then(|rest| rest.split('"').next());
        let verdict = verdict.unwrap_or("the page's script did not run to its end");
        assert_eq!(verdict, "fine", "{} in {scheme}, {width} pixels wide", copy.display());
    }
}

/// Adds our script before the page's own.
fn with_script(html: &str, scheme: &str, width: u32) -> String {
    let html = html.replacen("<html ", &format!("<html data-scheme=\"{scheme}\" data-width=\"{width}\" "), 1);
    html.replacen("<style>", &format!("<script>{LOOK}</script><style>"), 1)
}

/// Returns a page around the page: Chromium has no window as narrow as a telephone, but a frame may be.
fn framed(page: &Path, width: u32) -> String {
    let name = page.file_name().unwrap().display();
    format!(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <script>onmessage = (event) => {{ document.body.dataset.verdict = event.data; }};</script></head>\
         <body><iframe src=\"{name}\" width=\"{width}\" height=\"2000\" frameborder=\"0\">\
         </iframe></body></html>"
    )
}

/// Returns what has become of the page once it is loaded.
fn dom(page: &Path, scheme: &str) -> String {
    let mut command = Command::new(env::var_os("CHROMIUM").unwrap_or("chromium".into()));
    command.args(OPTIONS).arg(format!("--user-data-dir={}", page.with_extension("profile").display()));
    command.arg(format!("--blink-settings=preferredColorScheme={}", u8::from(scheme == "light")));
    command.arg("--dump-dom").arg(format!("file://{}", page.display()));
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
#[ignore = "needs Chromium"]
fn a_race_of_many_legs_is_legible() {
    let race = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/pictures/ten-thousand.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    look(&make(command.args(["race", "--from", race]), "race.html"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_stages_side_by_side_are_legible() {
    let mut command = Command::new(env!("CARGO"));
    look(&make(command.args(["run", "--quiet", "--package", "workshop", "--", "diff"]), "diff.html"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_trace_is_legible_and_can_be_stepped_through() {
    let runs = [
        run("stage4-async", tasks(0)),
        run("stage2-callbacks", callbacks("http://127.0.0.1/latest")),
        run("stage1-blocking", threads()),
    ];
    let lines: String = (1..40).map(|line| format!("line {line}\n")).collect();
    let html = page(&runs, |file| (file == FILE).then(|| lines.clone()));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-trace.html");
    fs::write(&path, html.replace("</body>", &format!("<script>{STEP}</script></body>"))).unwrap();
    look(&path);
}
