//! [`broken`]: the links that a crawl found broken, each with its way there; as text, and as GitHub's annotations.

use std::collections::HashMap;
use std::io;

use anstyle::Style;
use common::report::{Backlinks, MissingFragment};
use common::text::{counted, number};
use common::{Record, Report};
use url::Url;

use crate::summary::{ASIDE, FAILURE, HEADING};

/// The most lines that say where one URL was found.
const MOST_LINES: usize = 30;

/// A URL that is broken, or a fragment that has no target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The URL, with the fragment if that is what is missing.
    pub url: String,
    /// The kind of the error, the status, or `fragment`.
    pub kind: String,
    /// What went wrong, in one line, with the try.
    pub why: String,
    /// Where it was found: pages, and redirects on the way from other pages.
    pub found: Vec<String>,
}

/// Returns what is broken, in the order of the report: failures without those of an accepted status, then fragments.
pub fn broken(report: &Report, accept: &[u16]) -> Vec<Broken> {
    let mut redirects = HashMap::<&Url, Vec<&Record>>::new();
    for record in report.records.iter().filter(|record| record.is_redirect()) {
        if let Some(next) = record.next_url.as_deref() {
            redirects.entry(next).or_default().push(record);
        }
    }
    let failures = report.records.iter().filter(|record| !is_accepted(record, accept)).filter_map(|record| {
        let kind = record.failure()?;
        let status = || format!("{kind} (try {})", record.tries);
        let why = record.error.as_ref().map_or_else(status, ToString::to_string);
        Some(Broken { url: record.url.to_string(), kind, why, found: way_to(report, record, &redirects) })
    });
    let fragments = report.missing_fragments.iter().map(|MissingFragment { url, backlinks }| Broken {
        url: url.to_string(),
        kind: "fragment".to_owned(),
        why: "no such fragment in the page".to_owned(),
        found: found_on(backlinks),
    });
    failures.chain(fragments).collect()
}

/// Returns whether the record is a failure that counts as none.
pub fn is_accepted(record: &Record, accept: &[u16]) -> bool {
    record.error.is_none() && record.status.is_some_and(|status| status >= 400 && accept.contains(&status))
}

/// Returns the pages that link to `failure`, and the redirects to it, each with the pages that link there.
fn way_to(report: &Report, failure: &Record, redirects: &HashMap<&Url, Vec<&Record>>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut todo = vec![failure];
    // The loop ends: redirects that lead to a failure form no circle.
    while let Some(record) = todo.pop() {
        if lines.len() >= MOST_LINES {
            lines.truncate(MOST_LINES);
            lines.push("found on more pages".to_owned());
            break;
        }
        if record.is_redirect() {
            lines.push(format!("redirected from {}", record.url));
        }
        if report.roots.contains(&record.url) {
            lines.push("given as a root".to_owned());
        }
        match report.backlinks.get(&record.url) {
            Some(backlinks) => lines.extend(found_on(backlinks)),
            None => lines.extend(first_page(report, record).map(|page| format!("found on {page}"))),
        }
        todo.extend(redirects.get(&*record.url).into_iter().flatten().rev());
    }
    lines
}

/// Returns the page that a record was found on, unless that is a redirect.
fn first_page<'a>(report: &Report, record: &'a Record) -> Option<&'a Url> {
    let page = record.found_on.as_deref()?;
    report.record(page).is_none_or(|record| !record.is_redirect()).then_some(page)
}

fn found_on(backlinks: &Backlinks) -> Vec<String> {
    let pages = backlinks.pages.iter().map(|page| format!("found on {page}"));
    let more = (backlinks.more > 0).then(|| format!("found on {}", number(backlinks.more, "more page")));
    pages.chain(more).collect()
}

/// Writes what is broken, each with where it was found, and the totals; in colour if `is_coloured`.
///
/// # Errors
/// If `out` fails.
pub fn write_check(
    report: &Report,
    accept: &[u16],
    is_coloured: bool,
    mut out: impl io::Write,
) -> io::Result<()> {
    let [failure, aside, heading] =
        [FAILURE, ASIDE, HEADING].map(|style| if is_coloured { style } else { Style::new() });
    let broken = broken(report, accept);
    for Broken { url, why, found, .. } in &broken {
        writeln!(out, "{url}\n    {failure}{why}{failure:#}")?;
        found.iter().try_for_each(|line| writeln!(out, "    {aside}{line}{aside:#}"))?;
        writeln!(out)?;
    }
    let accepted = match report.records.iter().filter(|record| is_accepted(record, accept)).count() {
        0 => String::new(),
        count => format!(" ({count} accepted)"),
    };
    let found = match broken.len() {
        0 => "nothing broken".to_owned(),
        count => {
            format!("{count} broken: {}", counted(broken.into_iter().map(|broken| broken.kind).collect()))
        }
    };
    writeln!(out, "{heading}{found}{accepted}; {}{heading:#}", report.totals())?;
    report.write_left_out(out)
}

/// Writes an annotation for each, which GitHub shows beside the run (GitHub Actions, "workflow commands").
///
/// # Errors
/// If `out` fails.
pub fn write_annotations(broken: &[Broken], mut out: impl io::Write) -> io::Result<()> {
    for Broken { url, kind, why, found } in broken {
        let title = property(&format!("Broken link: {kind}"));
        let message = message(&[&[format!("{url}: {why}")], &found[..]].concat().join("\n"));
        writeln!(out, "::error title={title}::{message}")?;
    }
    Ok(())
}

/// Escapes the message of a workflow command.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
