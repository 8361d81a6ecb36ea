//! What is odd in a trace, in sentences.

mod at_end;
mod on_the_way;
mod open;

use super::event::Entry;
use super::replay::Task;
pub use open::still_open;

/// The most lines that explain a hang.
const MOST: usize = 6;

/// A poll that is longer holds up everything else on its thread, in nanoseconds.
const LONG: u64 = 100_000_000;

/// Why a task that is made must be polled.
const NOTHING: &str = "A future does nothing until it is polled.";

/// Returns what is odd, in the order of time. What is unfinished at the end hangs.
pub fn findings(entries: &[Entry]) -> Vec<String> {
    until(entries, entries.last().map_or(0, |last| last.at))
}

/// Returns the same at a time that may be later than the last entry.
fn until(entries: &[Entry], now: u64) -> Vec<String> {
    [on_the_way::findings(entries), at_end::findings(entries, now)].concat()
}

/// Explains a program that hangs, in lines that begin with `- `: what is odd, or else what is still open. Empty if nothing was
/// recorded. The time `now` is counted in nanoseconds, as that of the entries is.
pub fn explain(entries: &[Entry], now: u64) -> String {
    let found = until(entries, now);
    let lines = if found.is_empty() { still_open(entries, now) } else { found };
    lines.iter().take(MOST).map(|line| format!("\n- {line}")).collect()
}

/// Returns ``, in the phase `reading` of http://site/`` or the like.
fn while_fetching(task: &Task) -> String {
    task.fetch.as_ref().map(|(url, phase)| format!(", in the phase `{phase}` of {url}")).unwrap_or_default()
}
