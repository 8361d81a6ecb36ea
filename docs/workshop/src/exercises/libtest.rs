//! What a program of tests prints: libtest's lines.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Returns the names in what `--list` prints.
pub fn names(listed: &str) -> Vec<String> {
    listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Returns the test that has ended according to this line, and whether it passed.
pub fn ended(line: &str) -> Option<(&str, bool)> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let passed = ["FAILED", "ok"].iter().position(|&word| word == result)? == 1;
    Some((name.trim_end_matches(" - should panic"), passed))
}

/// Returns the lines of an output as they come.
pub fn lines(from: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, lines) = channel();
    if let Some(from) = from {
        thread::spawn(move || {
            let mut lines = BufReader::new(from).split(b'\n').map_while(Result::ok);
            // If the run is given up, nothing receives the rest.
            lines.try_for_each(|line| sender.send(String::from_utf8_lossy(&line).into_owned()))
        });
    }
    lines
}

/// Returns the failed tests, each with what it has printed: `---- name stdout ----`, and what is below it.
pub fn failed(lines: &[String]) -> Vec<(String, String)> {
    let mut failed: Vec<(String, String)> = Vec::new();
    let from = lines.iter().position(|line| line == "failures:").map_or(lines.len(), |at| at + 1);
    for line in lines[from..].iter().take_while(|line| *line != "failures:") {
        let name = line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"));
        match (name, failed.last_mut()) {
            (Some(name), _) => failed.push((name.to_owned(), String::new())),
            (None, Some((_, output))) if !line.starts_with("note: run with `RUST_BACKTRACE") => {
                *output += &format!("{line}\n");
            }
            _ => {}
        }
    }
    failed
}
