//! [`broken`]: the links that a crawl found broken, each with its way there; as text, and as GitHub's annotations.

use std::io;
use std::sync::Arc;

use common::report::InvalidLink;
use common::text::{counted, number};
use common::{Record, Report};
use url::Url;

/// The most lines that say where one URL was found. A link on more pages is mostly in their common frame.
const MOST_LINES: usize = 10;

/// A URL that is broken, a fragment that has no target, or a link that is no URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The URL, with the fragment if that is what is missing; or what stands in place of a URL.
    pub url: String,
    /// The kind of the error, the status, `fragment` or `invalid-url`.
    pub kind: String,
    /// What went wrong, in one line, with the try.
    pub why: String,
    /// Where it was found: pages, and redirects on the way from other pages.
    pub found: Vec<String>,
}

/// Returns what is broken, in the order of the report: failures, but for answers of an accepted status, then fragments,
/// then links that are no URLs.
pub fn broken(report: &Report, accept: &[u16]) -> Vec<Broken> {
    let is_accepted = |record: &Record| {
        record.error.is_none() && record.status.is_some_and(|status| accept.contains(&status))
    };
    let failures = report.records.iter().filter(|record| !is_accepted(record)).filter_map(|record| {
        let kind = record.failure()?;
        let status = || format!("{kind} (try {})", record.tries);
        let why = record.error.as_ref().map_or_else(status, ToString::to_string);
        let found = way_from(report, known(report, record));
        Some(Broken { url: record.url.to_string(), kind, why, found })
    });
    let fragments = report.missing_fragments.iter().map(|missing| Broken {
        url: missing.url.to_string(),
        kind: "fragment".to_owned(),
        why: "no such fragment in the page".to_owned(),
        found: way_from(report, &missing.pages),
    });
    let invalid = report.invalid_links.iter().map(|InvalidLink { link, pages }| Broken {
        url: link.href.clone(),
        kind: "invalid-url".to_owned(),
        why: link.why.clone(),
        found: way_from(report, pages),
    });
    failures.chain(fragments).chain(invalid).collect()
}

/// Returns what leads to a URL. Without checks, only the first page that does is known.
fn known<'a>(report: &'a Report, record: &'a Record) -> &'a [Arc<Url>] {
    report.backlinks.get(&record.url).map_or(record.found_on.as_slice(), Vec::as_slice)
}

/// Returns a line for each of the `pages`; for a redirect, it is followed by what leads there.
fn way_from(report: &Report, pages: &[Arc<Url>]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut todo: Vec<_> = pages.iter().rev().collect();
    // The loop ends: a redirect that leads nowhere is a failure itself, so redirects form no circle.
    while let Some(page) = todo.pop() {
        if lines.len() >= MOST_LINES && !todo.is_empty() {
            lines.push(format!("found on {}", number(todo.len() + 1, "more page")));
            break;
        }
        let Some(redirect) = report.record(page).filter(|record| record.is_redirect()) else {
            lines.push(format!("found on {page}"));
            continue;
        };
        lines.push(format!("redirected from {page}"));
        todo.extend(known(report, redirect).iter().rev());
    }
    lines
}

/// Writes what is [broken](broken()), each with where it was found, and the totals.
///
/// # Errors
/// If `out` fails.
pub fn write_check(report: &Report, broken: &[Broken], mut out: impl io::Write) -> io::Result<()> {
    for Broken { url, why, found, .. } in broken {
        writeln!(out, "{url}\n    {why}")?;
        found.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        writeln!(out)?;
    }
    let kinds: Vec<_> = broken.iter().map(|broken| broken.kind.clone()).collect();
    let found = match broken.len() {
        0 => "nothing broken".to_owned(),
        count => format!("{count} broken: {}", counted(kinds)),
    };
    writeln!(out, "{found}; {}", report.totals())?;
    report.write_left_out(out)
}

/// Writes an annotation for each, which GitHub shows beside the run (GitHub Actions, "workflow commands").
///
/// # Errors
/// If `out` fails.
pub fn write_annotations(broken: &[Broken], mut out: impl io::Write) -> io::Result<()> {
    for Broken { url, why, found, .. } in broken {
        let message = [&[format!("{url}: {why}")], &found[..]].concat().join("\n");
        let message = message.replace('%', "%25").replace('\n', "%0A");
        writeln!(out, "::error title=Broken link::{message}")?;
    }
    Ok(())
}
