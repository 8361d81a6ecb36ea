//! [`Record`] and [`Report`]: what a crawl found.

mod json;
mod order;
mod size;
mod summary;
mod text;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use url::Url;

use crate::fetch::error::FetchError;
use crate::fetch::http::Response;
use crate::page::links::LongUrl;

pub use order::report_order;

/// What has become of one URL: a page, a redirect or a failure.
#[derive(Debug, Serialize)]
pub struct Record {
    /// What was fetched.
    #[serde(serialize_with = "json::url")]
    pub url: Arc<Url>,
    /// The status code, if there was an answer.
    pub status: Option<u16>,
    /// Where it redirects to.
    #[serde(serialize_with = "json::optional_url")]
    pub next_url: Option<Arc<Url>>,
    /// Where it was found: on the page whose `new_links` count it or, if no page links to it, on
    /// the first redirect in the report that leads to it. `None` for a root, and for a robots.txt that failed.
    #[serde(serialize_with = "json::optional_url")]
    pub found_on: Option<Arc<Url>>,
    /// Why there was no answer.
    #[serde(serialize_with = "json::error_object")]
    pub error: Option<Box<FetchError>>,
    /// The content type as the server said it, without its parameters: `text/html`.
    pub content_type: Option<Cow<'static, str>>,
    /// The charset, `utf-8` where a content type has none.
    pub encoding: Option<Cow<'static, str>>,
    /// The size of the body, in bytes.
    pub size: usize,
    /// How many distinct links in scope the page has.
    pub links: u32,
    /// How many of them no page has that comes before this one in the report.
    pub new_links: u32,
    /// How often it was tried.
    pub tries: u32,
    /// The time from the first try's start to the end of the last one.
    #[serde(rename = "elapsed_ms", serialize_with = "json::milliseconds")]
    pub elapsed: Duration,
}

impl Record {
    pub(crate) fn answered(url: &Arc<Url>, response: &Response) -> Record {
        Record {
            url: Arc::clone(url),
            status: Some(response.status),
            next_url: None,
            found_on: None,
            error: None,
            content_type: response.content_type.as_ref().map(|of| of.media_type.clone()),
            encoding: response.content_type.as_ref().map(|of| of.charset.clone()),
            size: response.body.len(),
            links: 0,
            new_links: 0,
            tries: response.tries,
            elapsed: response.elapsed,
        }
    }

    pub(crate) fn failed(error: FetchError) -> Record {
        Record {
            url: Arc::clone(&error.url),
            status: None,
            next_url: None,
            found_on: None,
            content_type: None,
            encoding: None,
            size: 0,
            links: 0,
            new_links: 0,
            tries: error.tries,
            elapsed: error.elapsed,
            error: Some(Box::new(error)),
        }
    }

    /// Whether the answer was a redirect that can be followed.
    pub fn is_redirect(&self) -> bool {
        self.next_url.is_some()
    }

    /// What failed: the kind of the error, or a status from 400 on.
    pub fn failure(&self) -> Option<String> {
        match &self.error {
            Some(error) => Some(error.cause.kind().to_owned()),
            None => self.status.filter(|status| *status >= 400).map(|status| status.to_string()),
        }
    }
}

/// What a crawl found.
#[derive(Debug)]
pub struct Report {
    /// A record for each URL that was fetched, in the natural order of URLs: `/strip/2` comes before `/strip/10`.
    pub records: Vec<Record>,
    /// Where the crawl started.
    pub roots: Vec<Arc<Url>>,
    /// How many distinct https URLs were linked to; they are not fetched.
    pub skipped_https: usize,
    /// One of them.
    pub an_https: Option<Url>,
    /// How many URLs a robots.txt does not allow; they are not fetched.
    pub disallowed: usize,
    /// One of them.
    pub a_disallowed: Option<Arc<Url>>,
    /// How many distinct URLs were linked to that are longer than [`MAX_URL`](crate::page::links::MAX_URL);
    /// they are not fetched.
    pub skipped_long: usize,
    /// One of them.
    pub a_long: Option<LongUrl>,
    /// How many links were not looked at, for their pages have too many:
    /// [`MAX_LINKS`](crate::page::links::MAX_LINKS) and [`MAX_LINKS_BYTES`](crate::page::links::MAX_LINKS_BYTES).
    pub beyond_max_links: usize,
    /// One of those pages.
    pub a_page_of_too_many_links: Option<Arc<Url>>,
    /// How many URLs were found, but not fetched because of `max_pages`.
    pub beyond_max_pages: usize,
    /// How many URLs were found, but not fetched before the crawl was interrupted.
    pub unfinished: usize,
    /// The time that the crawl took.
    pub elapsed: Duration,
}

/// A report's totals. Each record counts as one of page, error and redirect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Answers with a status under 400 that are no redirects.
    pub pages: usize,
    /// Fetches that failed, and answers with a status from 400 on.
    pub errors: usize,
    /// Redirects, followed or not.
    pub redirects: usize,
    /// The bytes of all bodies.
    pub bytes: usize,
    /// Distinct https URLs that were linked to.
    pub skipped_https: usize,
    /// URLs that a robots.txt does not allow.
    pub disallowed: usize,
    /// Distinct URLs that were linked to and are too long.
    pub skipped_long: usize,
    /// Links that were not looked at, for their pages have too many.
    pub beyond_max_links: usize,
    /// URLs found, but not fetched because of `max_pages`.
    pub beyond_max_pages: usize,
    /// URLs found, but not fetched before the crawl was interrupted.
    pub unfinished: usize,
    /// The time that the crawl took.
    #[serde(rename = "elapsed_ms", serialize_with = "json::milliseconds")]
    pub elapsed: Duration,
}

impl Report {
    /// The totals.
    pub fn summary(&self) -> Summary {
        let count = |test: fn(&Record) -> bool| self.records.iter().filter(|record| test(record)).count();
        let errors = count(|record| record.failure().is_some());
        let redirects = count(Record::is_redirect);
        Summary {
            pages: self.records.len() - errors - redirects,
            errors,
            redirects,
            bytes: self.records.iter().map(|record| record.size).sum(),
            skipped_https: self.skipped_https,
            disallowed: self.disallowed,
            skipped_long: self.skipped_long,
            beyond_max_links: self.beyond_max_links,
            beyond_max_pages: self.beyond_max_pages,
            unfinished: self.unfinished,
            elapsed: self.elapsed,
        }
    }

    /// Returns the record of this URL.
    pub fn record(&self, url: &Url) -> Option<&Record> {
        let index = self.records.binary_search_by(|record| report_order(&record.url, url)).ok()?;
        self.records.get(index)
    }

    /// Whether some root was fetched, so that the crawl had a start.
    pub fn has_root(&self) -> bool {
        let fetched = |root: &Arc<Url>| self.record(root).is_some_and(|record| record.failure().is_none());
        self.roots.iter().any(fetched)
    }
}
