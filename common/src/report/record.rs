//! [`Record`]: the result for one URL.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};
use url::Url;

use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{ContentType, Response};

/// The result for one URL: a page, a redirect or a failure.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// The URL that was fetched.
    pub url: Arc<Url>,
    /// The status code, if there was an answer.
    pub status: Option<u16>,
    /// The target of the redirect, even if it leads nowhere.
    pub next_url: Option<Arc<Url>>,
    /// The page whose `new_links` count this URL. If no page links to it: the first redirect in the
    /// report that leads to it. `None` for a root, and for a robots.txt that failed.
    pub found_on: Option<Arc<Url>>,
    /// Why there is no answer, or why the redirect leads nowhere.
    #[serde(skip_deserializing)]
    pub error: Option<Box<FetchError>>,
    /// The content type as the server sent it, without its parameters: `text/html`.
    pub content_type: Option<Cow<'static, str>>,
    /// The charset; `utf-8` if the content type has none.
    pub encoding: Option<Cow<'static, str>>,
    /// The size of the body, in bytes.
    pub size: usize,
    /// How many distinct links of the page are in scope or are checked.
    pub links: u32,
    /// How many of these links are on no earlier page of the report.
    pub new_links: u32,
    /// Whether the URL is out of scope. Its links were not read.
    #[serde(rename = "external", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_external: bool,
    /// The number of tries.
    pub tries: u32,
    /// The time from the first try's start to the end of the last one.
    #[serde(rename = "elapsed_ms", serialize_with = "milliseconds", skip_deserializing)]
    pub elapsed: Duration,
}

impl Record {
    pub(crate) fn answered(url: &Arc<Url>, response: &Response) -> Record {
        let encoding = |of: &ContentType| of.charset.clone().unwrap_or("utf-8".into());
        Record {
            status: Some(response.status),
            content_type: response.content_type.as_ref().map(|of| of.media_type.clone()),
            encoding: response.content_type.as_ref().map(encoding),
            size: response.body.len(),
            ..Record::new(url, response.tries, response.elapsed)
        }
    }

    pub(crate) fn failed(error: FetchError) -> Record {
        let record = Record::new(&error.url, error.tries, error.elapsed);
        Record { error: Some(Box::new(error)), ..record }
    }

    fn new(url: &Arc<Url>, tries: u32, elapsed: Duration) -> Record {
        Record {
            url: Arc::clone(url),
            status: None,
            next_url: None,
            found_on: None,
            error: None,
            content_type: None,
            encoding: None,
            size: 0,
            links: 0,
            new_links: 0,
            is_external: false,
            tries,
            elapsed,
        }
    }

    /// Adds the error of a redirect that leads nowhere.
    pub(crate) fn leads_nowhere(&mut self, why: impl Into<Cow<'static, str>>) {
        let cause = Cause::Redirect(why.into());
        // The fetch itself did not fail, so the error names no try.
        let error = FetchError::new(&self.url, Phase::Decoding, 0, self.elapsed, cause);
        self.error = Some(Box::new(error));
    }

    /// Returns whether the answer was a redirect that leads somewhere.
    pub fn is_redirect(&self) -> bool {
        self.next_url.is_some() && self.error.is_none()
    }

    /// Returns what failed: the kind of the error, or a status from 400 on.
    pub fn failure(&self) -> Option<String> {
        match &self.error {
            Some(error) => Some(error.cause.kind().to_owned()),
            None => self.status.filter(|status| *status >= 400).map(|status| status.to_string()),
        }
    }
}

fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    in_milliseconds(*time).serialize(serializer)
}

/// Returns a time as a number of milliseconds.
pub(super) fn in_milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e3
}
