//! The report as text.

use std::fmt::Display;
use std::io;

use crate::page::links::{MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};
use crate::text::{counted, number, size};

use super::{MissingFragment, Record, Report, Skipped, Summary};

impl Report {
    /// Writes all records as text, a line for each, then the totals.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write_text(&self, mut out: impl io::Write) -> io::Result<()> {
        for record in &self.records {
            write!(out, "{}", record.line())?;
            if record.error.is_none() && !record.is_redirect() && !record.is_external {
                write!(out, ", {} new", record.new_links)?;
            }
            if let Some(page) = &record.found_on {
                write!(out, "  found on {page}")?;
            }
            writeln!(out)?;
        }
        for MissingFragment { url, pages } in &self.missing_fragments {
            let page = pages.first().map_or("", |page| page.as_str());
            writeln!(out, "  -        - ms  {url}  no such fragment  found on {page}")?;
        }
        writeln!(out, "\n{}", self.totals())?;
        let failures: Vec<_> = self.records.iter().filter_map(Record::failure).collect();
        if !failures.is_empty() {
            writeln!(out, "failed: {}", counted(failures))?;
        }
        self.write_left_out(out)
    }

    /// Returns the totals in one line. The rate counts the answers of this run; without one, there is no rate.
    pub fn totals(&self) -> String {
        let Summary { pages, errors, redirects, bytes } = self.summary();
        let [pages, redirects, errors] = [(pages, "page"), (redirects, "redirect"), (errors, "error")]
            .map(|(count, what)| number(count, what));
        let (bytes, seconds) = (size(bytes as f64), self.elapsed.as_secs_f64());
        let totals = format!("{pages}, {redirects}, {errors}; {bytes} in {seconds:.3} s");
        let answers = self.records.iter().filter(|record| record.status.is_some()).count();
        match answers.saturating_sub(self.answered_before) {
            0 => totals,
            answers => {
                let rate = (answers as f64 / seconds.max(1e-9)).round();
                format!("{totals}, {} a second", number(rate as usize, "URL"))
            }
        }
    }

    /// Writes what the crawl skipped, and why.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write_left_out(&self, mut out: impl io::Write) -> io::Result<()> {
        let paused = number(self.pauses, "time");
        let [beyond, unfinished] = [self.beyond_max_pages, self.unfinished].map(|count| number(count, "URL"));
        let most = format!("{MAX_LINKS} or {}", size(MAX_LINKS_BYTES as f64));
        for line in [
            (self.pauses > 0).then(|| {
                format!("asked again after a pause: {paused}, because a server asked for it (429, 503)")
            }),
            skipped(&self.skipped_https, |count| format!("not followed: https is not supported ({count})")),
            skipped(&self.skipped_long, |count| {
                format!("not followed: longer than {MAX_URL} bytes ({count})")
            }),
            skipped(&self.beyond_max_links, |count| {
                format!("not read: {} beyond the first {most} of a page", number(count, "link"))
            }),
            skipped(&self.disallowed, |count| format!("not allowed by robots.txt: {}", number(count, "URL"))),
            (self.beyond_max_pages > 0).then(|| format!("not fetched: {beyond} found beyond --max-pages")),
            (self.unfinished > 0).then(|| format!("interrupted: {unfinished} found, but not fetched")),
        ] {
            line.map_or(Ok(()), |line| writeln!(out, "{line}"))?;
        }
        Ok(())
    }
}

/// Returns a line with an example, unless nothing was skipped.
fn skipped<T: Display>(skipped: &Skipped<T>, what: impl Fn(usize) -> String) -> Option<String> {
    skipped.example.as_ref().map(|example| format!("{}, such as {example}", what(skipped.count)))
}

impl Record {
    /// Returns the record as a line of text. `found_on` and `new_links` are missing, because they are
    /// known only when the crawl ends.
    pub fn line(&self) -> String {
        let ms = self.elapsed.as_secs_f64() * 1e3;
        let status = self.status.map_or("-".into(), |status| status.to_string());
        let mut line = format!("{status:>3} {ms:>8.1} ms  {}", self.url);
        if let Some(error) = &self.error {
            line += &format!("  {}: {error}", error.cause.kind());
        } else if let Some(next) = &self.next_url {
            line += &format!("  -> {next}");
        } else if self.is_external {
            line += "  external";
        } else {
            let kind = self.content_type.as_deref().unwrap_or("no type");
            let size = size(self.size as f64);
            line += &format!("  {kind}, {size}, {}", number(self.links as usize, "link"));
        }
        line
    }
}
