//! Whether a run counts: a contestant that fails, or finds something else than the others, is not fast but wrong.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::measure::Measured;

/// As many differing URLs are named.
const NAMED: usize = 5;

/// How much of what a contestant said on stderr is repeated.
const LAST_LINES: usize = 3;

/// What a contestant found: path and query of each URL, and what came of it, such as `200` or `timeout`.
#[derive(Debug, Default, PartialEq)]
pub struct Found(BTreeMap<String, String>);

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

/// What a run has found on the site at `origin`.
///
/// # Errors
/// It took longer than its limit, failed, or wrote no report, or one of a crawl that did not come to its end.
pub fn found(run: &Measured, origin: &str) -> Result<Found, String> {
    match run.status {
        None => return Err(format!("hangs: it was ended after {:.0} s", run.wall.as_secs_f64())),
        Some(status) if !status.success() => {
            return Err(format!("failed with {status}{}", said(&run.stderr)));
        }
        Some(_) => {}
    }
    let report: Report = serde_json::from_slice(&run.stdout)
        .map_err(|error| format!("wrote a report that is none: {error}{}", said(&run.stderr)))?;
    if report.summary.unfinished > 0 {
        return Err(format!("left {} URLs unfinished", report.summary.unfinished));
    }
    let found = |record: Record| {
        let path = record.url.strip_prefix(origin).unwrap_or(&record.url).to_owned();
        let status = record.status.map(|status| status.to_string());
        (path, record.error.map(|error| error.kind).or(status).unwrap_or_default())
    };
    Ok(Found(report.records.into_iter().map(found).collect()))
}

/// The last lines of what a contestant said, as an addition to a message.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    last.iter().map(|line| format!("\n    {line}")).collect()
}

impl Found {
    /// How many URLs there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that all is well with as many pages as the site has.
    ///
    /// # Errors
    /// What is not.
    pub fn is_sound(&self, pages: Option<usize>) -> Result<(), String> {
        let bad: Vec<String> = self
            .0
            .iter()
            .filter(|(_, what)| *what != "200")
            .map(|(path, what)| format!("{path}: {what}"))
            .collect();
        if !bad.is_empty() {
            return Err(format!("has errors where the site has none{}", list(&bad)));
        }
        match pages.filter(|pages| *pages != self.len()) {
            Some(pages) => Err(format!("found {} URLs of {pages}", self.len())),
            None => Ok(()),
        }
    }

    /// Checks that this is what another contestant found.
    ///
    /// # Errors
    /// What differs.
    pub fn is_same(&self, other: &Found, name: &str) -> Result<(), String> {
        let missing = "not found";
        let paths: BTreeSet<&String> = self.0.keys().chain(other.0.keys()).collect();
        let here = |path: &str| self.0.get(path).map_or(missing, String::as_str);
        let there = |path: &str| other.0.get(path).map_or(missing, String::as_str);
        let differing = paths.into_iter().filter(|path| here(path) != there(path));
        let differing: Vec<String> =
            differing.map(|path| format!("{path}: {}; {name}: {}", here(path), there(path))).collect();
        match differing.len() {
            0 => Ok(()),
            count => Err(format!("differs from {name} in {count} of its URLs{}", list(&differing))),
        }
    }
}

/// The first few, as an addition to a message.
fn list(lines: &[String]) -> String {
    let mut text: String = lines.iter().take(NAMED).map(|line| format!("\n    {line}")).collect();
    if lines.len() > NAMED {
        text += &format!("\n    and {} more", lines.len() - NAMED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Found;

    fn found(urls: &[(&str, &str)]) -> Found {
        Found(urls.iter().map(|(path, what)| ((*path).to_owned(), (*what).to_owned())).collect())
    }

    #[test]
    fn who_finds_the_same_is_right() {
        let one = found(&[("/", "200"), ("/a", "timeout")]);
        assert_eq!(one.is_same(&found(&[("/a", "timeout"), ("/", "200")]), "threads"), Ok(()));
    }

    #[test]
    fn who_misses_a_page_or_has_one_more_or_an_other_status_is_wrong() {
        let all = found(&[("/", "200"), ("/a", "200")]);
        let differing = [&[("/", "200")][..], &[("/", "200"), ("/a", "404")]];
        for (urls, says) in differing.into_iter().zip(["/a: 200; spin: not found", "/a: 200; spin: 404"]) {
            let error = all.is_same(&found(urls), "spin").unwrap_err();
            assert!(error.contains("spin in 1 of its URLs") && error.contains(says), "{error}");
        }
        let error = found(&[("/", "200")]).is_same(&all, "spin").unwrap_err();
        assert!(error.contains("/a: not found; spin: 200"), "{error}");
    }

    #[test]
    fn only_a_few_of_many_differences_are_named() {
        let many: Vec<String> = (0..9).map(|number| format!("/{number}")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|path| (path.as_str(), "200")).collect();
        let error = found(&many).is_same(&Found::default(), "async").unwrap_err();
        assert!(
            error.contains("/4: ") && !error.contains("/5: ") && error.ends_with("and 4 more"),
            "{error}"
        );
    }

    #[test]
    fn on_a_sound_site_every_page_is_there() {
        let urls = found(&[("/", "200"), ("/a", "200")]);
        assert_eq!((urls.is_sound(None), urls.is_sound(Some(2))), (Ok(()), Ok(())));
        assert_eq!(urls.is_sound(Some(3)), Err("found 2 URLs of 3".to_owned()));
        let error = found(&[("/", "200"), ("/a", "reset")]).is_sound(Some(2)).unwrap_err();
        assert!(error.contains("/a: reset"), "{error}");
    }
}
