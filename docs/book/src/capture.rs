//! Runs the commands whose output the book shows.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use regex::Regex;

use crate::directive::pattern;
use crate::material::{Material, OUTPUTS};
use crate::output::Output;

/// How long a command may take, once it is built.
const PATIENCE: Duration = Duration::from_secs(60);

/// What differs from run to run, and what stands for it in a comparison.
static VARYING: LazyLock<[(Regex, &str); 6]> = LazyLock::new(|| {
    [
        (pattern(r"\b\d+(\.\d+)? ?(ns|µs|ms|s|min)\b"), "<time>"),
        (pattern(r"(127\.0\.0\.1|\[::1\]):\d+"), "<address>"),
        (pattern(r"0x[0-9a-f]+"), "<pointer>"),
        (pattern(r"ThreadId\(\d+\)"), "<thread>"),
        (pattern(r"(thread '[^']*') \(\d+\)"), "$1"),
        (pattern(r"::h[0-9a-f]{16}\b"), ""),
    ]
});

/// What is compared of an output whose numbers are measured: its words, but for the units.
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{Alphabetic}[\p{Alphabetic}_-]*"));

const UNITS: [&str; 22] = [
    "ns", "us", "µs", "ms", "s", "min", "second", "seconds", "minute", "minutes", "hour", "hours", "day",
    "days", "week", "weeks", "month", "months", "year", "years", "KiB", "MiB",
];

/// Runs the commands of these outputs, or of all, and keeps what they print.
///
/// # Errors
/// If there is no such output, or if a command cannot be run or hangs.
pub fn keep(material: &Material, names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !material.outputs.contains_key(*name)) {
        bail!("there is no output `{unknown}` in {OUTPUTS}");
    }
    let asked = |name: &String| names.is_empty() || names.contains(name);
    for (name, old) in material.outputs.iter().filter(|(name, _)| asked(name)) {
        let new = run(&material.root, old).with_context(|| name.clone())?;
        let path = material.root.join(OUTPUTS).join(format!("{name}.txt"));
        fs::write(&path, new.file()).with_context(|| path.display().to_string())?;
        println!("{name}: {}", if is_same(old, &new) { "as before" } else { "changed" });
    }
    Ok(())
}

/// Runs the commands of all outputs, and compares what they print with what the book shows.
///
/// # Errors
/// If one differs in what matters; the message shows both.
pub fn check(material: &Material) -> Result<()> {
    let mut wrong = Vec::new();
    for (name, old) in &material.outputs {
        let new = run(&material.root, old).with_context(|| name.clone())?;
        let is_same = is_same(old, &new);
        println!("{name}: {}", if is_same { "as the book shows" } else { "differs" });
        if !is_same {
            let (kept, now) = (old.file(), new.file());
            wrong.push(format!("{OUTPUTS}/{name}.txt has\n{kept}\nbut the command prints\n{now}"));
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    bail!("{}\nIf that is right, `cargo workshop book --capture` keeps it.", wrong.join("\n"))
}

/// Compares two outputs in what matters.
pub fn is_same(old: &Output, new: &Output) -> bool {
    let text = |output: &Output| if output.any_numbers { words(&output.text) } else { masked(&output.text) };
    old.exit == new.exit && text(old) == text(new)
}

/// Returns a text with signs in the place of what differs from run to run.
fn masked(text: &str) -> String {
    VARYING.iter().fold(text.trim_end().to_owned(), |text, (what, sign)| {
        if let Cow::Owned(new) = what.replace_all(&text, *sign) { new } else { text }
    })
}

fn words(text: &str) -> String {
    let words = WORD.find_iter(text).map(|word| word.as_str()).filter(|word| !UNITS.contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Builds what a command needs, and runs it.
fn run(root: &Path, output: &Output) -> Result<Output> {
    let build = output.command.replacen("cargo run", "cargo build", 1);
    let build = build.split(" -- ").next().unwrap_or_default();
    if build != output.command && !command(root, build)?.status()?.success() {
        bail!("{build} failed");
    }
    let (mut reader, writer) = io::pipe()?;
    let mut command = command(root, &output.command)?;
    let child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // It holds the ends for writing, and the reading ends with the last of them.
    drop(command);
    let printed = thread::spawn(move || {
        let mut printed = Vec::new();
        reader.read_to_end(&mut printed).map(|_| printed)
    });
    let exit = wait(child).with_context(|| output.command.clone())?.code().unwrap_or(-1);
    let printed = printed.join().map_err(|_| anyhow!("the reading panicked"))??;
    let root = root.display().to_string();
    let text = String::from_utf8_lossy(&printed).replace(&format!("{root}/"), "");
    let (command, any_numbers) = (output.command.clone(), output.any_numbers);
    Ok(Output { command, exit, any_numbers, text })
}

/// Waits for a process. One that hangs is killed.
fn wait(mut child: Child) -> Result<ExitStatus> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if started.elapsed() > PATIENCE {
            child.kill()?;
            bail!("it has not ended after {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Parses `VARIABLE=value program argument …`.
fn command(root: &Path, line: &str) -> Result<Command> {
    let words = shlex::split(line).with_context(|| format!("`{line}` has an open quote"))?;
    let mut words = words.into_iter().peekable();
    let mut variables = Vec::new();
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        variables.push((name.to_owned(), value.to_owned()));
        words.next();
    }
    let mut command = Command::new(words.next().context("there is no command")?);
    // Neither colours nor the settings of this process.
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env("COLUMNS", "100");
    command.env("RUST_BACKTRACE", "0").envs(variables).args(words).current_dir(root);
    Ok(command)
}
