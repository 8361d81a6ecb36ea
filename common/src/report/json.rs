//! The report as JSON.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use url::Url;

use super::record::in_milliseconds;
use super::{InvalidLink, MissingFragment, Record, Report, Summary};
use crate::fetch::error::FetchError;

impl Report {
    /// Writes the report as JSON, in one line.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write_json(&self, stage: &str, mut out: impl io::Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            stage: &'a str,
            records: &'a [Record],
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            backlinks: &'a BTreeMap<Url, Vec<Arc<Url>>>,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            missing_fragments: &'a [MissingFragment],
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            invalid_links: &'a [InvalidLink],
            summary: Totals<'a>,
        }
        let document = Document {
            stage,
            records: &self.records,
            backlinks: &self.backlinks,
            missing_fragments: &self.missing_fragments,
            invalid_links: &self.invalid_links,
            summary: Totals(self),
        };
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")
    }
}

/// The totals of a report, and how much it leaves out.
struct Totals<'a>(&'a Report);

impl Serialize for Totals<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Totals(report) = self;
        let Summary { pages, errors, redirects, bytes } = report.summary();
        let counts = [
            ("pages", pages),
            ("errors", errors),
            ("redirects", redirects),
            ("bytes", bytes),
            ("skipped_https", report.skipped_https.count),
            ("disallowed", report.disallowed.count),
            ("skipped_long", report.skipped_long.count),
            ("beyond_max_links", report.beyond_max_links.count),
            ("beyond_max_names", report.beyond_max_names.count),
            ("beyond_max_pages", report.beyond_max_pages),
            ("unfinished", report.unfinished),
            ("pauses", report.pauses),
        ];
        let counts = counts.map(|(name, count)| (name, Value::from(count)));
        let time = ("elapsed_ms", Value::from(in_milliseconds(report.elapsed)));
        serializer.collect_map(counts.into_iter().chain([time]))
    }
}

impl Serialize for FetchError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "kind": self.cause.kind(), "message": self.to_string() }).serialize(serializer)
    }
}
