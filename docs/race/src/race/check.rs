//! Whether a run counts: a contestant that fails is not fast but wrong.

use serde_json::Value;

use super::found::{Found, list};
use super::measure::Measured;

/// How much of what a contestant said on stderr is repeated.
const LAST_LINES: usize = 3;

/// Returns what a run has found on the site at `origin`.
///
/// # Errors
/// If it took longer than its limit, failed, or wrote no report of a crawl that came to its end.
pub fn found(run: &Measured, origin: &str) -> Result<Found, String> {
    let status =
        run.status.ok_or_else(|| format!("hangs: it was ended after {:.0} s", run.wall.as_secs_f64()))?;
    let report: Option<Value> = serde_json::from_slice(&run.stdout).ok();
    let found = report.as_ref().and_then(|report| found_by(report, origin));
    if !status.success() {
        // The report of a contestant that could fetch nothing says why.
        let errors = found.map(|found| list(&found.bad())).unwrap_or_default();
        return Err(format!("failed with {status}{}{errors}", said(&run.stderr)));
    }
    let unfinished = report.as_ref().and_then(|report| report["summary"]["unfinished"].as_u64());
    match (found, unfinished) {
        (Some(found), Some(0)) => Ok(found),
        (Some(_), Some(unfinished)) => Err(format!("left {unfinished} URLs unfinished")),
        _ => Err(format!("wrote a report that is none{}", said(&run.stderr))),
    }
}

fn found_by(report: &Value, origin: &str) -> Option<Found> {
    let found = |record: &Value| {
        let url = record["url"].as_str()?;
        let status = record["status"].as_u64().map(|status| status.to_string());
        let error = record["error"]["kind"].as_str().map(str::to_owned);
        Some((url.strip_prefix(origin).unwrap_or(url).to_owned(), error.or(status)?))
    };
    report["records"].as_array()?.iter().map(found).collect::<Option<_>>().map(Found)
}

/// The last lines of what a contestant said, as an addition to a message.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    last.iter().map(|line| format!("\n    {line}")).collect()
}
