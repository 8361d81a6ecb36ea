//! The report as JSON.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::json;
use url::Url;

use super::{MissingFragment, Record, Report, Summary};
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
            summary: Summary,
        }
        let document = Document {
            stage,
            records: &self.records,
            backlinks: &self.backlinks,
            missing_fragments: &self.missing_fragments,
            summary: self.summary(),
        };
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")
    }
}

impl Serialize for FetchError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "kind": self.cause.kind(), "message": self.to_string() }).serialize(serializer)
    }
}
