//! The report for people.

use std::collections::BTreeMap;
use std::io;

use crate::page::links::{MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};

use super::size::size;
use super::{Record, Report, Summary};

impl Report {
    /// Writes the report for people: a line for each URL, then the totals.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write_text(&self, mut out: impl io::Write) -> io::Result<()> {
        for record in &self.records {
            let is_page = record.error.is_none() && !record.is_redirect();
            let new = if is_page { format!(", {} new", record.new_links) } else { String::new() };
            writeln!(out, "{}{new}", record.line())?;
        }
        let Summary { pages, errors, redirects, bytes, elapsed, .. } = self.summary();
        let rate = self.records.len() as f64 / elapsed.as_secs_f64().max(1e-9);
        writeln!(
            out,
            "\n{}, {}, {}; {} in {:.3} s, {rate:.0} URLs a second",
            number(pages, "page"),
            number(redirects, "redirect"),
            number(errors, "error"),
            size(bytes),
            elapsed.as_secs_f64()
        )?;
        let mut failures = BTreeMap::<String, usize>::new();
        for kind in self.records.iter().filter_map(Record::failure) {
            *failures.entry(kind).or_default() += 1;
        }
        if !failures.is_empty() {
            let failures = failures.iter().map(|(kind, count)| format!("{kind} ({count})"));
            writeln!(out, "failed: {}", failures.collect::<Vec<_>>().join(", "))?;
        }
        self.write_left_out(out)
    }

    /// Writes what the crawl has passed over, and why.
    fn write_left_out(&self, mut out: impl io::Write) -> io::Result<()> {
        if let Some(example) = &self.an_https {
            let count = self.skipped_https;
            writeln!(out, "not followed: https is not spoken, but linked to ({count}), as with {example}")?;
        }
        if let Some(example) = &self.a_long {
            let count = self.skipped_long;
            writeln!(out, "not followed: longer than {MAX_URL} bytes ({count}), as with {example}")?;
        }
        if let Some(page) = &self.a_page_of_too_many_links {
            let links = number(self.beyond_max_links, "link");
            let bytes = size(MAX_LINKS_BYTES);
            writeln!(
                out,
                "not looked at: {links} beyond a page's first {MAX_LINKS} or {bytes}, as on {page}"
            )?;
        }
        if let Some(example) = &self.a_disallowed {
            writeln!(
                out,
                "not allowed by robots.txt: {}, such as {example}",
                number(self.disallowed, "URL")
            )?;
        }
        if self.beyond_max_pages > 0 {
            let urls = number(self.beyond_max_pages, "URL");
            writeln!(out, "not fetched: {urls} found beyond --max-pages")?;
        }
        if self.unfinished > 0 {
            writeln!(out, "interrupted: {} found, but not fetched", number(self.unfinished, "URL"))?;
        }
        Ok(())
    }
}

/// So many of them: `1 page`, `2 pages`.
fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Record {
    /// The record as a line of text, as far as it is known when the fetch ends: which of its links
    /// are new is known when the crawl ends.
    pub fn line(&self) -> String {
        let ms = self.elapsed.as_secs_f64() * 1e3;
        let status = self.status.map_or("-".into(), |status| status.to_string());
        let mut line = format!("{status:>3} {ms:>8.1} ms  {}", self.url);
        if let Some(error) = &self.error {
            line += &format!("  {}: {error}", error.cause.kind());
        } else if let Some(next) = &self.next_url {
            line += &format!("  -> {next}");
        } else {
            let kind = self.content_type.as_deref().unwrap_or("no type");
            let size = size(self.size);
            line += &format!("  {kind}, {size}, {}", number(self.links, "link"));
        }
        line
    }
}
