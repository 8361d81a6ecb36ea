//! The check of a run: a contestant that fails, or finds other URLs than another one, is not fast but wrong.

use std::collections::BTreeSet;
use std::process::Output;

use serde_json::Value;

/// The number of URLs that a message names.
const NAMED: usize = 5;

/// The path and query of each URL, with its outcome, such as `200` or `timeout`.
pub type Found = BTreeSet<(String, String)>;

/// Returns what a contestant has found on the site at `origin`.
///
/// # Errors
/// If it failed, or wrote no report of a crawl that came to its end; if it has not found all of the site's
/// `pages`, where their number is known; or if it has not found the same as the `other` contestant.
pub fn found(
    output: &Output,
    origin: &str,
    pages: Option<usize>,
    other: Option<&(&str, Found)>,
) -> Result<Found, String> {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let records = report["records"].as_array().into_iter().flatten();
    let found: Found = records.map(|record| outcome(record, origin)).collect();
    let errors = list(found.iter().filter(|(_, outcome)| outcome != "200"));
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("failed with {}\n{}{errors}", output.status, stderr.trim()));
    }
    if report["summary"]["unfinished"] != 0 {
        return Err(format!("left {} URLs unfinished", report["summary"]["unfinished"]));
    }
    if let Some(pages) = pages.filter(|pages| found.len() != *pages || !errors.is_empty()) {
        return Err(format!("found {} URLs of {pages}{errors}", found.len()));
    }
    match other.map(|(name, other)| (name, list(found.symmetric_difference(other)))) {
        Some((name, differing)) if !differing.is_empty() => Err(format!("differs from {name}{differing}")),
        _ => Ok(found),
    }
}

fn outcome(record: &Value, origin: &str) -> (String, String) {
    let url = record["url"].as_str().unwrap_or_default();
    let outcome = record["error"]["kind"].as_str().map_or(record["status"].to_string(), str::to_owned);
    (url.strip_prefix(origin).unwrap_or(url).to_owned(), outcome)
}

/// Returns the first few URLs, as an addition to a message.
fn list<'a>(urls: impl Iterator<Item = &'a (String, String)>) -> String {
    urls.take(NAMED).map(|(path, outcome)| format!("\n    {path}: {outcome}")).collect()
}

#[cfg(test)]
mod tests {
    use std::process::{ExitStatus, Output};

    use super::found;

    #[test]
    fn a_run_that_differs_or_lacks_a_page_is_wrong() {
        let run = |records: &str, unfinished: u32| {
            let report = format!(r#"{{"records": [{records}], "summary": {{"unfinished": {unfinished}}}}}"#);
            Output { status: ExitStatus::default(), stdout: report.into(), stderr: Vec::new() }
        };
        let [front, lost] = [("", "200"), ("a", "404")].map(|(path, status)| {
            format!(r#"{{"url": "http://site/{path}", "status": {status}, "error": null}}"#)
        });
        let check = |run: Output, pages, other| found(&run, "http://site", pages, other);
        let one = check(run(&front, 0), Some(1), None).expect("all pages are found");
        let other = Some(&("spin", one));
        assert!(check(run(&front, 0), None, other).is_ok());
        for (run, pages, other, says) in [
            (run(&front, 0), Some(2), None, "found 1 URLs of 2"),
            (run(&lost, 0), Some(1), None, "found 1 URLs of 1\n    /a: 404"),
            (run(&format!("{front}, {lost}"), 0), None, other, "differs from spin\n    /a: 404"),
            (run("", 0), None, other, "differs from spin\n    /: 200"),
            (run(&front, 3), None, None, "left 3 URLs unfinished"),
        ] {
            assert_eq!(check(run, pages, other), Err(says.to_owned()));
        }
    }
}
