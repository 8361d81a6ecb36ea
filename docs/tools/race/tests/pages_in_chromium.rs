//! The pages of `cargo workshop` in a browser: light and dark, narrow and wide, with a keyboard.
//!
//! Run it with `cargo test -p race --test pages_in_chromium -- --ignored`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Looks at the page that it is put into.
const LOOK: &str = include_str!("browser/look.js");

/// No updates, no reports, no first steps: nothing but the page. Time passes at once.
const OPTIONS: [&str; 9] = [
    "--headless",
    "--virtual-time-budget=10000",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A file of the tests' own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"))
}

/// Runs a program of this workspace, which makes the page.
fn make(command: &mut Command, name: &str) -> PathBuf {
    let page = file(name);
    let output = command.arg("--html").arg(&page).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    page
}

/// Fails unless the page is as it should be, in light and in dark, narrow and wide.
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

/// The page with our script before its own: its policy stays in force, but for ours.
fn with_script(html: &str, scheme: &str, width: u32) -> String {
    let html = html.replacen("script-src ", "script-src 'nonce-look' ", 1);
    let html = html.replacen("<html ", &format!("<html data-scheme=\"{scheme}\" data-width=\"{width}\" "), 1);
    html.replacen("<style>", &format!("<script nonce=\"look\">{LOOK}</script><style>"), 1)
}

/// A page around the page: Chromium has no window as narrow as a telephone, but a frame may be.
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

/// What has become of the page once it is loaded.
fn dom(page: &Path, scheme: &str) -> String {
    let path = env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut places = env::split_paths(&path).flat_map(|place| names.map(|name| place.join(name)));
    let browser = env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| places.find(|place| place.is_file()));
    let browser = browser.expect("no Chromium: on Debian, `apt-get install chromium`; or set CHROMIUM");
    let mut command = Command::new(browser);
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
