//! The report as JSON.

use std::io;

use serde::{Serialize, Serializer};

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

pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        (time.as_micros() as f64 / 1e3).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let milliseconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(milliseconds / 1e3).map_err(serde::de::Error::custom)
    }
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
