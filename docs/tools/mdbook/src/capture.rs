//! Runs the commands whose output the book shows.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use regex::Regex;

use crate::directive::pattern;
use crate::material::{Material, OUTPUTS};
use crate::output::Output;
use crate::trace::{self, TRACES};

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

/// Runs the commands of the outputs and traces with these names, or of all. Keeps what they print, or compares it with what the book
/// shows.
///
/// # Errors
/// If there is no such output, if a command cannot be run, or if one differs in what matters and is not kept; the message
/// shows both.
pub fn capture(material: &Material, names: &[String], keeps: bool) -> Result<()> {
    if let Some(unknown) = names
        .iter()
        .find(|name| !material.outputs.contains_key(*name) && !material.traces.contains_key(*name))
    {
        bail!("there is no `{unknown}` in {OUTPUTS} or {TRACES}");
    }
    let asked = |name: &String| names.is_empty() || names.contains(name);
    let mut wrong = Vec::new();
    for (name, old) in material.outputs.iter().filter(|(name, _)| asked(name)) {
        let new = run(&material.root, old).with_context(|| name.clone())?;
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
        let text = masked(&output.text);
        if output.any_numbers { words(&text) } else { text }
    };
    old.exit == new.exit && text(old) == text(new)
}

/// Returns a text with signs in the place of what differs from run to run.
fn masked(text: &str) -> String {
    let text = text.trim_end().to_owned();
    VARYING.iter().fold(text, |text, (what, sign)| what.replace_all(&text, *sign).into_owned())
}

fn words(text: &str) -> String {
    WORD.find_iter(text).map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
}

/// Runs the command of an output, without colours or the settings of this process.
pub(crate) fn run(root: &Path, output: &Output) -> Result<Output> {
    let (mut reader, writer) = io::pipe()?;
    let mut words = output.command.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env("COLUMNS", "100");
    command.env("RUST_BACKTRACE", "0").args(words).current_dir(root);
    let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // It holds the ends for writing, and the reading ends with the last of them.
    drop(command);
    let mut printed = Vec::new();
    reader.read_to_end(&mut printed)?;
    let text = String::from_utf8_lossy(&printed).replace(&format!("{}/", root.display()), "");
    let exit = child.wait()?.code().unwrap_or(-1);
    Ok(Output { command: output.command.clone(), exit, any_numbers: output.any_numbers, text })
}
