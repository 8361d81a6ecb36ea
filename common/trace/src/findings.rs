//! What is odd in a trace, in sentences.

mod at_end;
mod on_the_way;
mod open;

use super::event::{Entry, Place};
use super::replay::{Replay, Task, Wait, shown};
pub use open::still_open;

/// So many lines explain a hang.
const MOST: usize = 6;

/// Something odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The index of the entry that shows it.
    pub entry: usize,
    /// The task that it is about.
    pub task: Option<u64>,
    /// What is odd, and what it means.
    pub text: String,
}

/// Returns what is odd, in the order of time. What is unfinished at the end counts as hanging.
pub fn findings(entries: &[Entry]) -> Vec<Finding> {
    let mut findings = on_the_way::findings(entries);
    findings.extend(at_end::findings(entries, &Replay::after(entries)));
    findings
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open. Empty if nothing was
/// recorded.
pub fn explain(entries: &[Entry]) -> String {
    let found: Vec<_> = findings(entries).into_iter().map(|finding| finding.text).collect();
    let lines = if found.is_empty() { still_open(entries) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns a time as people say it.
pub fn duration(nanoseconds: u64) -> String {
    match nanoseconds {
        0..1_000_000 => format!("{} µs", nanoseconds / 1000),
        1_000_000..10_000_000 => format!("{:.1} ms", nanoseconds as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{} ms", nanoseconds / 1_000_000),
        _ => format!("{:.1} s", nanoseconds as f64 / 1e9),
    }
}

/// Returns ` (FILE:LINE)` of the call that a reader looks for; nothing if it is unknown.
pub fn at(places: &[Place]) -> String {
    shown(places).map(|place| format!(" ({place})")).unwrap_or_default()
}

/// Returns what a task waits for, with the lines, such as `a timer (FILE:LINE) and an item in the queue (FILE:LINE)`.
pub fn waits(waits: &[Wait]) -> String {
    let each: Vec<_> = waits.iter().map(|wait| format!("{}{}", wait.what, at(&wait.places))).collect();
    match &each[..] {
        [] => "nothing".to_owned(),
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

/// Returns `, while it reads http://site/` or the like.
fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}
