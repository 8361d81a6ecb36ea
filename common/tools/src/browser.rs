//! Pages in Chromium: in light and in dark, narrow and wide. The variable `CHROMIUM` may name another browser.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The script that measures boxes, and the one that loads pages into frames.
const BOXES: &str = include_str!("browser/boxes.js");
const FRAMES: &str = include_str!("browser/frames.js");

/// A script for [`look`], which looks at colours, at the keyboard, and at what a page is made of.
pub const LOOK: &str = include_str!("browser/look.js");

/// The options of Chromium. Time passes at once, and a page may look into its frames.
const OPTIONS: [&str; 9] = [
    "--headless",
    "--no-first-run",
    "--disable-background-networking",
    "--enable-logging=stderr",
    "--no-sandbox",
    "--disable-gpu",
    "--virtual-time-budget=600000",
    "--allow-file-access-from-files",
    "--dump-dom",
];

/// Returns what has become of the page at `url` once it is loaded. `profile` is a folder that Chromium makes.
///
/// # Panics
/// If there is no Chromium, or if a script of the page fails or writes to the console.
pub fn dom(url: &str, profile: &Path) -> String {
    let mut command = Command::new(env::var_os("CHROMIUM").unwrap_or("chromium".into()));
    command.args(OPTIONS).arg(format!("--user-data-dir={}", profile.display())).arg(url);
    let output = command.output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    let console: Vec<_> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{}", console.join("\n"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Asserts that each of `pages` is legible, whatever its size and its colours, and that `script` finds nothing wrong in it.
/// The script calls `check(holds, problem)`. `frame` is a file that is written.
///
/// # Panics
/// If something is wrong.
pub fn look(frame: &Path, pages: &[PathBuf], script: &str) {
    let urls: Vec<_> = pages.iter().map(|page| format!("file://{}", page.display())).collect();
    let script = format!("{BOXES}\n{script}\nmeasure();\nwrong;");
    let html = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body>\
         <script>const pages = {urls:?}; const script = {script:?};\n{FRAMES}</script>"
    );
    fs::write(frame, html).unwrap();
    let dom = dom(&format!("file://{}", frame.display()), &frame.with_extension("profile"));
    let verdict = dom.split("data-verdict=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(verdict.unwrap_or("the script did not run to its end"), "fine");
}
