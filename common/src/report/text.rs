//! The report as text.

use std::io;
use std::sync::Arc;

use url::Url;

use crate::page::links::{MAX_LINKS, MAX_LINKS_BYTES, MAX_NAMES, MAX_URL, NoUrl};
use crate::text::{counted, number, size};

use super::{InvalidLink, MissingFragment, Record, Report, Skipped, Summary};

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
        let first = |pages: &[Arc<Url>]| pages.first().map_or("", |page| page.as_str()).to_owned();
        for MissingFragment { url, pages } in &self.missing_fragments {
            writeln!(out, "  -        - ms  {url}  no such fragment  found on {}", first(pages))?;
        }
        for InvalidLink { link: NoUrl { href, why }, pages } in &self.invalid_links {
            writeln!(out, "  -        - ms  {href}  {why}  found on {}", first(pages))?;
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
        for (root, why) in &self.fell_back {
            writeln!(out, "by http, because https failed: {root}: {why}")?;
        }
        if self.pauses > 0 {
            let times = number(self.pauses, "time");
            writeln!(out, "asked again after a pause: {times}, because a server asked for it (429, 503)")?;
        }
        if let Skipped { count, example: Some(example) } = &self.skipped_https {
            writeln!(out, "not followed: https is not supported ({count}), such as {example}")?;
        }
        if let Skipped { count, example: Some(example) } = &self.skipped_long {
            writeln!(out, "not followed: longer than {MAX_URL} bytes ({count}), such as {example}")?;
        }
        if let Skipped { count, example: Some(page) } = &self.beyond_max_links {
            let (links, bytes) = (number(*count, "link"), size(MAX_LINKS_BYTES as f64));
            writeln!(
                out,
                "not read: {links} beyond a page's first {MAX_LINKS} or {bytes}, such as on {page}"
            )?;
        }
        if let Skipped { count, example: Some(page) } = &self.beyond_max_names {
            let names = number(*count, "name");
            writeln!(
                out,
                "not kept: {names} beyond a page's first {MAX_NAMES}, such as on {page}; links to its fragments are not checked"
            )?;
        }
        if let Skipped { count, example: Some(example) } = &self.disallowed {
            writeln!(out, "not allowed by robots.txt: {}, such as {example}", number(*count, "URL"))?;
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

impl Record {
    /// Returns the record as a line of text, without what is known only when the crawl ends: `found_on` and `new_links`.
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
            line += &format!("  {kind}");
            // If only the head was read, the size is 0, and says nothing of the file.
            if self.size > 0 {
                line += &format!(", {}", size(self.size as f64));
            }
            line += &format!(", {}", number(self.links as usize, "link"));
        }
        line
    }
}
