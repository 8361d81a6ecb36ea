//! The report as JSON.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use serde::{Serialize, Serializer};
use url::Url;

use super::{Backlinks, MissingFragment, Record, Report, Summary, milliseconds};

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
            backlinks: BTreeMap<&'a str, &'a Backlinks>,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            missing_fragments: &'a [MissingFragment],
            summary: Summary,
        }
        let linked = self.backlinks.iter().filter(|(_, backlinks)| !backlinks.pages.is_empty());
        let document = Document {
            stage,
            records: &self.records,
            backlinks: linked.map(|(url, backlinks)| (url.as_str(), backlinks)).collect(),
            missing_fragments: &self.missing_fragments,
            summary: self.summary(),
        };
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")
    }
}

/// The members of a record.
#[derive(Serialize)]
struct Object<'a> {
    url: &'a str,
    status: Option<u16>,
    next_url: Option<&'a str>,
    found_on: Option<&'a str>,
    error: Option<ErrorObject>,
    content_type: Option<&'a str>,
    encoding: Option<&'a str>,
    size: usize,
    links: u32,
    new_links: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    external: bool,
    tries: u32,
    #[serde(rename = "elapsed_ms", serialize_with = "milliseconds")]
    elapsed: Duration,
}

#[derive(Serialize)]
struct ErrorObject {
    kind: &'static str,
    message: String,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let error = self.error.as_ref();
        let object = Object {
            url: self.url.as_str(),
            status: self.status,
            next_url: self.next_url.as_deref().map(Url::as_str),
            found_on: self.found_on.as_deref().map(Url::as_str),
            error: error.map(|error| ErrorObject { kind: error.cause.kind(), message: error.to_string() }),
            content_type: self.content_type.as_deref(),
            encoding: self.encoding.as_deref(),
            size: self.size,
            links: self.links,
            new_links: self.new_links,
            external: self.is_external,
            tries: self.tries,
            elapsed: self.elapsed,
        };
        object.serialize(serializer)
    }
}
