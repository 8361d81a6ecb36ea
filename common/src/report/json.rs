//! The report as JSON.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use url::Url;

use super::{Record, Report, Summary};
use crate::fetch::error::FetchError;

impl Report {
    /// Writes the report as JSON, in one line.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write_json(&self, stage: &str, mut out: impl io::Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            stage: &'a str,
            records: &'a [Record],
            summary: Summary,
        }
        serde_json::to_writer(
            &mut out,
            &Document { stage, records: &self.records, summary: self.summary() },
        )?;
        out.write_all(b"\n")
    }
}

pub(super) fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    (time.as_micros() as f64 / 1e3).serialize(serializer)
}

pub(super) fn url<S: Serializer>(url: &Url, serializer: S) -> Result<S::Ok, S::Error> {
    url.as_str().serialize(serializer)
}

pub(super) fn optional_url<S: Serializer>(url: &Option<Arc<Url>>, serializer: S) -> Result<S::Ok, S::Error> {
    url.as_deref().map(Url::as_str).serialize(serializer)
}

pub(super) fn error_object<S: Serializer>(
    error: &Option<Box<FetchError>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Object {
        kind: &'static str,
        message: String,
    }
    let object = error.as_ref().map(|error| Object { kind: error.cause.kind(), message: error.to_string() });
    object.serialize(serializer)
}
