//! What must hold of a crawl whose system calls fail.

use std::collections::BTreeSet;

use serde_json::Value;

use super::calls::Call;
use super::trace::Run;

/// Returns what came of the faults in a few words, or `None` if there was none.
///
/// # Errors
/// If the crawl did not withstand them: the reason.
pub(super) fn judge(call: &Call, run: &Run) -> Result<Option<String>, String> {
    let faults = run.calls.matches("(INJECTED)").count() as u64;
    if faults == 0 {
        return Ok(None);
    }
    // A status of 137 is that of `timeout`.
    let code = run.code.filter(|code| [0, 1].contains(code)).ok_or("it hangs, is busy or crashes")?;
    if run.stderr.contains("panicked") {
        return Err("it panics".into());
    }
    match (serde_json::from_str(&run.stdout), code) {
        (Ok(report), _) => outcome(call, &report, code, faults).map(Some),
        (Err(_), 1) if call.is_vital => message(call, run).map(Some),
        // A closed stdout is no error.
        (Err(_), 0) if run.calls.contains("EPIPE") => Ok(Some("no report".into())),
        _ => Err(format!("it has no report, and exits with {code}")),
    }
}

/// Returns the message of a program that ended without a report. A `write` that fails may have been the message's.
fn message(call: &Call, run: &Run) -> Result<String, String> {
    let message = run.stderr.lines().find_map(|line| line.split_once("stage")?.1.split_once(": "));
    match message {
        Some((_, message)) => Ok(format!("exit 1: {message}")),
        None if call.name == "write" => Ok("exit 1".into()),
        None => Err("it has neither a report nor a message".into()),
    }
}

fn outcome(call: &Call, report: &Value, code: i32, faults: u64) -> Result<String, String> {
    let records = report["records"].as_array().ok_or("it has no records")?;
    let sum = |field: &str| records.iter().filter_map(|record| record[field].as_u64()).sum::<u64>();
    let errors: Vec<_> = records.iter().filter(|record| !record["error"].is_null()).collect();
    let unfinished = report["summary"]["unfinished"].as_u64().unwrap_or_default();
    if records.len() as u64 + unfinished != 1 + sum("new_links") {
        return Err("a page is lost without a record".into());
    }
    let more_tries = sum("tries") - records.len() as u64;
    let failed_tries = more_tries + errors.len() as u64;
    if failed_tries > faults {
        return Err(format!("{faults} faults have cost {failed_tries} tries"));
    }
    let is_failed = errors.len() == records.len() || call.name == "write";
    if code == 1 && !is_failed {
        return Err(format!("it exits with {code}"));
    }
    let kinds: BTreeSet<_> = errors.iter().map(|error| kind(call, error)).collect::<Result<_, _>>()?;
    Ok(match (kinds.is_empty(), more_tries) {
        (true, 0) => "no effect".into(),
        (true, _) => "another try".into(),
        (false, _) => kinds.into_iter().collect::<Vec<_>>().join(", "),
    })
}

/// Returns the kind and the phase of an error, which must be those of a failed call.
fn kind(call: &Call, record: &Value) -> Result<String, String> {
    let message = record["error"]["message"].as_str().unwrap_or_default();
    let kind = record["error"]["kind"].as_str().unwrap_or_default();
    let mut phases = call.phases.split_whitespace();
    let phase = phases
        .find(|phase| message.contains(&format!(" while {phase}")))
        .ok_or_else(|| format!("{kind} is not of a phase of the call: {message}"))?;
    let kinds: &[_] = match phase {
        "resolving" => &["dns", "timeout", "io"],
        "connecting" => &["connect", "timeout", "reset", "io"],
        _ => &["io", "timeout", "reset"],
    };
    if !kinds.contains(&kind) {
        return Err(format!("{kind} is not of its phase: {message}"));
    }
    Ok(format!("{kind} while {phase}"))
}
