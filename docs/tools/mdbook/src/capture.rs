//! Runs the commands whose output the book shows.

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

/// Runs the commands of the outputs and traces with these names, or of all. Keeps what they print, or
/// compares it with what the book shows.
///
/// # Errors
/// If there is no such output, if a command cannot be run, or if one differs in what matters and is not kept;
/// the message shows both.
pub fn capture(material: &Material, names: &[String], keeps: bool) -> Result<()> {
    for name in names {
        let is_there = material.outputs.contains_key(name) || material.traces.contains_key(name);
        ensure!(is_there, "there is no `{name}` in {OUTPUTS} or {TRACES}");
    }
    let asked = |name: &String| names.is_empty() || names.contains(name);
    let mut wrong = Vec::new();
    for (name, old) in material.outputs.iter().filter(|(name, _)| asked(name)) {
        let ran = Output::of(&old.command, &material.root).with_context(|| name.clone())?;
        let new = Output { any_numbers: old.any_numbers, ..ran };
        let is_same = is_same(old, &new);
        println!("{name}: {}", if is_same { "as the book shows" } else { "differs" });
        let path = format!("{OUTPUTS}/{name}.txt");
        if keeps {
            fs::write(material.root.join(&path), new.file()).context(path)?;
        } else if !is_same {
            wrong.push(format!("{path} has\n{}\nbut the command prints\n{}", old.file(), new.file()));
        }
    }
    for name in material.traces.keys().filter(|name| asked(name)) {
        let differs = trace::record(material, name, keeps).with_context(|| name.clone())?;
        println!("{name}: {}", if differs.is_none() { "a trace as the book shows" } else { "differs" });
        wrong.extend(differs.map(|differs| format!("{TRACES}/{name}.jsonl: {differs}")));
    }
    let wrong = wrong.join("\n");
    ensure!(wrong.is_empty(), "{wrong}\nIf that is right, `cargo workshop book --capture` keeps it.");
    Ok(())
}

/// Compares two outputs in what matters.
pub fn is_same(old: &Output, new: &Output) -> bool {
    let text = |output: &Output| {
        let text = output.text.trim_end().to_owned();
        let masked = |text: String, (what, sign): &(Regex, &str)| what.replace_all(&text, *sign).into_owned();
        let text = VARYING.iter().fold(text, masked);
        let words = || WORD.find_iter(&text).map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        if output.any_numbers { words() } else { text }
    };
    old.exit == new.exit && text(old) == text(new)
}
