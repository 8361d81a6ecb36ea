//! The check of a run: a contestant that fails, or finds other URLs than another one, is not fast but wrong.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::measure::Measured;

/// The number of lines of a contestant's stderr that are repeated, and the number of URLs that are named.
const LAST_LINES: usize = 3;
const NAMED: usize = 5;

/// The path and query of each URL, and its outcome, such as `200` or `timeout`.
pub type Found = BTreeMap<String, String>;

/// Returns what a run has found on the site at `origin`. It is an error if it hung or failed, or wrote no
/// report of a crawl that came to its end; if there is an error in it, or not all of the site's `pages`,
/// where they are known; and if it differs from what the `other` contestant has found.
pub fn found(
    run: &Measured,
    origin: &str,
    pages: Option<usize>,
    other: Option<&(&str, Found)>,
) -> Result<Found, String> {
    let status =
        run.status.ok_or_else(|| format!("hangs: it was ended after {:.0} s", run.run.wall_ms / 1e3))?;
    let report: Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
    let found = found_by(&report, origin.trim_end_matches('/'));
    if !status.success() {
        // The report of a contestant that could fetch nothing says why.
        let errors = errors(&found.unwrap_or_default());
        return Err(format!("failed with {status}{}{}", last_lines(&run.stderr), list(&errors)));
    }
    let found = found.ok_or_else(|| format!("wrote a report that is none{}", last_lines(&run.stderr)))?;
    match &report["summary"]["unfinished"] {
        unfinished if *unfinished != 0 => return Err(format!("left {unfinished} URLs unfinished")),
        _ => pages.map_or(Ok(()), |pages| is_sound(&found, pages))?,
    }
    other.map_or(Ok(()), |(name, other)| is_same(&found, other, name))?;
    Ok(found)
}

/// Returns the URLs of a report. Returns `None` if it is no report.
fn found_by(report: &Value, origin: &str) -> Option<Found> {
    let found = |record: &Value| {
        let url = record["url"].as_str()?;
        let status = record["status"].as_u64().map(|status| status.to_string());
        let error = record["error"]["kind"].as_str().map(str::to_owned);
        Some((url.strip_prefix(origin).unwrap_or(url).to_owned(), error.or(status)?))
    };
    report["records"].as_array()?.iter().map(found).collect()
}

fn is_sound(found: &Found, pages: usize) -> Result<(), String> {
    let errors = errors(found);
    match found.len() {
        _ if !errors.is_empty() => Err(format!("has errors where the site has none{}", list(&errors))),
        urls if urls != pages => Err(format!("found {urls} URLs of {pages}")),
        _ => Ok(()),
    }
}

fn is_same(found: &Found, other: &Found, name: &str) -> Result<(), String> {
    let paths: BTreeSet<&String> = found.keys().chain(other.keys()).collect();
    let of = |found: &Found, path: &str| found.get(path).map_or("not found", String::as_str).to_owned();
    let differing = paths.into_iter().filter(|path| found.get(*path) != other.get(*path));
    let differing: Vec<String> =
        differing.map(|path| format!("{path}: {}; {name}: {}", of(found, path), of(other, path))).collect();
    match differing.len() {
        0 => Ok(()),
        count => Err(format!("differs from {name} in {count} of its URLs{}", list(&differing))),
    }
}

/// Returns the URLs that are no pages, each with its outcome.
fn errors(found: &Found) -> Vec<String> {
    let errors = found.iter().filter(|(_, what)| *what != "200");
    errors.map(|(path, what)| format!("{path}: {what}")).collect()
}

/// Returns the first few lines, as an addition to a message.
fn list(lines: &[String]) -> String {
    indented(lines.iter().take(NAMED).map(String::as_str))
}

/// Returns the last lines of a contestant's stderr, as an addition to a message.
fn last_lines(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    indented(lines.iter().skip(lines.len().saturating_sub(LAST_LINES)).copied())
}

fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.map(|line| format!("\n    {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Found, is_same, is_sound};

    fn found(urls: &[(&str, &str)]) -> Found {
        urls.iter().map(|(path, what)| ((*path).to_owned(), (*what).to_owned())).collect()
    }

    #[test]
    fn differences_are_found_both_ways() {
        let (all, few) = (found(&[("/", "200"), ("/a", "200")]), found(&[("/", "404")]));
        let differs = |one, other| is_same(one, other, "spin").expect_err("they differ");
        let urls = "differs from spin in 2 of its URLs\n    /: 200; spin: 404\n    /a: 200; spin: not found";
        assert_eq!(differs(&all, &few), urls);
        assert!(differs(&few, &all).ends_with("/a: not found; spin: 200"));
        assert_eq!(is_same(&all, &all, "spin"), Ok(()));
    }

    #[test]
    fn on_a_sound_site_every_page_is_there() {
        let urls = found(&[("/", "200"), ("/a", "200")]);
        assert_eq!(is_sound(&urls, 2), Ok(()));
        assert_eq!(is_sound(&urls, 3), Err("found 2 URLs of 3".to_owned()));
        assert!(is_sound(&found(&[("/", "reset")]), 1).is_err_and(|error| error.contains("/: reset")));
    }
}
