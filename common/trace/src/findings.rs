//! What is odd in a trace, in sentences.

mod at_end;
mod on_the_way;
mod open;

use super::event::{Entry, Event};
use super::replay::{Replay, Task};
pub use open::still_open;

/// So many lines explain a hang.
const MOST: usize = 6;

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

/// Returns what is odd, in the order of time. What is unfinished at the end, or when the crawl is interrupted, hangs.
pub fn findings(entries: &[Entry]) -> Vec<String> {
    let mut findings = on_the_way::findings(entries);
    let interrupted = entries.iter().position(|entry| entry.event == Event::Interrupted);
    let until = &entries[..interrupted.map_or(entries.len(), |index| index + 1)];
    findings.extend(at_end::findings(until, &Replay::after(until)));
    findings
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open. Empty if nothing was
/// recorded.
pub fn explain(entries: &[Entry]) -> String {
    let found = findings(entries);
    let lines = if found.is_empty() { still_open(entries) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns ``, in the phase `reading` of http://site/`` or the like.
fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}
