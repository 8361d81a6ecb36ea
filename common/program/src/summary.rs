//! [`write_summary`]: the report for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use anstyle::{AnsiColor, Style};
use common::text::{counted, number};
use common::{Record, Report};

use crate::check::way_from;

const HEADING: Style = Style::new().bold();
const PERMANENT: Style = AnsiColor::Yellow.on_default();
const FAILURE: Style = AnsiColor::Red.on_default().bold();
const ASIDE: Style = Style::new().dimmed();

/// How many slow pages are named, if the report has at least twice as many pages.
const SLOWEST: usize = 5;

/// Writes a summary in colour: the redirects by kind, the slowest pages, every failure and the totals.
///
/// The most important part comes last, next to the prompt.
///
/// # Errors
/// If `out` fails.
pub fn write_summary(report: &Report, mut out: impl io::Write) -> io::Result<()> {
    write_redirects(report, &mut out)?;
    write_slowest(report, &mut out)?;
    write_failures(report, &mut out)?;
    writeln!(out, "{HEADING}{}{HEADING:#}", report.totals())?;
    report.write_left_out(out)
}

/// Writes how many redirects are permanent: links to those can be updated (RFC 9110, section 15.4).
fn write_redirects(report: &Report, mut out: impl io::Write) -> io::Result<()> {
    let redirects = report.records.iter().filter(|record| record.is_redirect());
    let of_kind = |kind: &[u16]| -> Vec<String> {
        let redirects = redirects.clone().filter_map(|record| record.status);
        redirects.filter(|status| kind.contains(status)).map(|status| status.to_string()).collect()
    };
    for (kind, statuses, style) in [
        ("permanent redirect", &[301, 308][..], PERMANENT),
        ("temporary redirect", &[302, 303, 307], Style::new()),
        ("multiple-choice redirect", &[300], Style::new()),
    ] {
        let found = of_kind(statuses);
        if !found.is_empty() {
            let count = number(found.len(), kind);
            writeln!(out, "{style}{count}{style:#}: {}", counted(found))?;
        }
    }
    if redirects.count() > 0 { writeln!(out) } else { Ok(()) }
}

fn write_slowest(report: &Report, mut out: impl io::Write) -> io::Result<()> {
    let is_page = |record: &&Record| record.failure().is_none() && !record.is_redirect();
    let mut pages: Vec<_> = report.records.iter().filter(is_page).collect();
    if pages.len() < 2 * SLOWEST {
        return Ok(());
    }
    pages.sort_by_key(|page| Reverse(page.elapsed));
    writeln!(out, "{HEADING}slowest pages{HEADING:#}")?;
    for page in &pages[..SLOWEST] {
        writeln!(out, "{:>10.1} ms  {}", page.elapsed.as_secs_f64() * 1e3, page.url)?;
    }
    writeln!(out)
}

/// Writes every failure, grouped by reason, with where it was found.
fn write_failures(report: &Report, mut out: impl io::Write) -> io::Result<()> {
    let mut failures = BTreeMap::<String, Vec<&Record>>::new();
    for record in &report.records {
        if let Some(reason) = reason(record) {
            failures.entry(reason).or_default().push(record);
        }
    }
    for (reason, records) in failures {
        writeln!(out, "{FAILURE}{reason}{FAILURE:#}: {}", number(records.len(), "URL"))?;
        for record in records {
            writeln!(out, "  {}", record.url)?;
            for line in way_from(report, record.found_on.as_slice()) {
                writeln!(out, "    {ASIDE}{line}{ASIDE:#}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the reason for a failure: the error, or a status from 400 on.
fn reason(record: &Record) -> Option<String> {
    record.error.as_ref().map(ToString::to_string).or_else(|| record.failure())
}
