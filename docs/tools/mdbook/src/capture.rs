//! Runs the commands whose output the book shows.

use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use regex::Regex;

use crate::material::{Material, OUTPUTS, TRACES};
use crate::output::Output;
use crate::pattern::pattern;
use crate::trace;

/// The pattern of a duration, or of a range.
const TIME: &str =
    r"\b\d[\d.,]*(–\d[\d.,]*)? ?(ns|us|µs|ms|s|min|(second|minute|hour|day|week|month|year)s?)\b";

/// The patterns of what differs from run to run, and the signs that stand for it in a comparison.
static VARYING: LazyLock<[(Regex, &str); 6]> = LazyLock::new(|| {
    [
        (pattern(TIME), ""),
        (pattern(r"(127\.0\.0\.1|\[::1\]):\d+"), "<address>"),
        (pattern(r"0x[0-9a-f]+"), "<pointer>"),
        (pattern(r"ThreadId\(\d+\)"), "<thread>"),
        (pattern(r"(thread '[^']*') \(\d+\)"), "$1"),
        (pattern(r"::h[0-9a-f]{16}\b"), ""),
    ]
});

/// The pattern of a word. Of an output whose numbers are measured, only its words are compared.
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{Alphabetic}[\p{Alphabetic}_-]*"));

/// Runs the commands of these outputs and traces, or of all. Keeps what they print, or compares the book with it.
///
/// # Errors
/// If there is no such output, if a command cannot be run, or if one differs in what matters and is not kept;
/// the message shows both.
pub fn capture(material: &Material, names: &[String], keeps: bool) -> Result<()> {
    let is_called = |path: &str, name: &String| path.rsplit('/').next() == Some(name);
    for name in names {
        let is_there = material.kept.keys().any(|path| is_called(path, name));
        ensure!(is_there, "there is no `{name}` in {OUTPUTS} or {TRACES}");
    }
    let mut wrong = Vec::new();
    for (path, old) in &material.kept {
        if !names.is_empty() && !names.iter().any(|name| is_called(path, name)) {
            continue;
        }
        let run = if path.starts_with(TRACES) { trace::record } else { run };
        let differs = run(material, path, old, keeps).with_context(|| path.clone())?;
        println!("{path}: {}", if differs.is_none() { "as the book shows" } else { "differs" });
        wrong.extend(differs.filter(|_| !keeps).map(|differs| format!("{path}: {differs}")));
    }
    let wrong = wrong.join("\n");
    ensure!(wrong.is_empty(), "{wrong}\nIf that is right, `cargo workshop book --capture` keeps it.");
    Ok(())
}

/// Runs a command anew. Keeps what it prints, and returns how that differs from what the book shows.
fn run(material: &Material, path: &str, old: &Output, keeps: bool) -> Result<Option<String>> {
    let Output { any_numbers, any_repeats, .. } = *old;
    let new = Output { any_numbers, any_repeats, ..Output::of(&old.command, &material.root)? };
    if keeps {
        fs::write(material.root.join(path).with_extension("txt"), new.file())?;
    }
    let differs = || format!("the book has\n{}\nbut the command prints\n{}", old.file(), new.file());
    Ok((!is_same(old, &new)).then(differs))
}

/// Compares two outputs in what matters.
pub fn is_same(old: &Output, new: &Output) -> bool {
    let text = |output: &Output| {
        let text = output.text.trim_end().to_owned();
        let masked = |text: String, (what, sign): &(Regex, &str)| what.replace_all(&text, *sign).into_owned();
        let text = VARYING.iter().fold(text, masked);
        let words = || WORD.find_iter(&text).map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        let once = || {
            let mut seen = HashSet::new();
            text.lines().filter(|line| seen.insert(*line)).collect::<Vec<_>>().join("\n")
        };
        match output {
            Output { any_numbers: true, .. } => words(),
            Output { any_repeats: true, .. } => once(),
            _ => text,
        }
    };
    old.exit == new.exit && text(old) == text(new)
}
