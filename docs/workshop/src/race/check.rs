//! Whether a run counts: a contestant that fails is not fast but wrong.

use serde::Deserialize;

use super::found::{Found, list};
use super::measure::Measured;

/// How much of what a contestant said on stderr is repeated.
const LAST_LINES: usize = 3;

/// What a run has found on the site at `origin`.
///
/// # Errors
/// It took longer than its limit, failed, or wrote no report, or one of a crawl that did not come to its end.
pub fn found(run: &Measured, origin: &str) -> Result<Found, String> {
    let status =
        run.status.ok_or_else(|| format!("hangs: it was ended after {:.0} s", run.wall.as_secs_f64()))?;
    let report: Result<Report, _> = serde_json::from_slice(&run.stdout);
    if !status.success() {
        // Who could fetch nothing says why in its report.
        let errors = report.map(|report| list(&found_by(report, origin).bad())).unwrap_or_default();
        return Err(format!("failed with {status}{}{errors}", said(&run.stderr)));
    }
    let report =
        report.map_err(|error| format!("wrote a report that is none: {error}{}", said(&run.stderr)))?;
    match report.summary.unfinished {
        0 => Ok(found_by(report, origin)),
        unfinished => Err(format!("left {unfinished} URLs unfinished")),
    }
}

#[derive(Deserialize)]
struct Report {
    records: Vec<Record>,
    summary: Summary,
}

#[derive(Deserialize)]
struct Record {
    url: String,
    status: Option<u16>,
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    kind: String,
}

#[derive(Deserialize)]
struct Summary {
    unfinished: u64,
}

fn found_by(report: Report, origin: &str) -> Found {
    let found = |record: Record| {
        let path = record.url.strip_prefix(origin).unwrap_or(&record.url).to_owned();
        let status = record.status.map(|status| status.to_string());
        (path, record.error.map(|error| error.kind).or(status).unwrap_or_default())
    };
    Found(report.records.into_iter().map(found).collect())
}

/// The last lines of what a contestant said, as an addition to a message.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    last.iter().map(|line| format!("\n    {line}")).collect()
}
