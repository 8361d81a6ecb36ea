//! The report as JSON.

use std::io;

use serde::{Serialize, Serializer};

use super::{Record, Report, Summary};
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
            summary: Summary,
        }
        let document = Document { stage, records: &self.records, summary: self.summary() };
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")
    }
}

impl Serialize for FetchError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object {
            kind: &'static str,
            message: String,
        }
        Object { kind: self.cause.kind(), message: self.to_string() }.serialize(serializer)
    }
}
