//! [`Report`]: the result of a crawl, with a [`Record`] for each URL.

mod json;
mod order;
mod record;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use url::Url;

use crate::page::links::{LongUrl, NoUrl};

pub use order::report_order;
pub use record::Record;

/// The result of a crawl.
///
/// ```
/// use common::{Frontier, Options};
///
/// let options = Options::new([url::Url::parse("ftp://site.example/")?]);
/// let report = Frontier::new(&options).finish();
/// for record in &report.records {
///     println!("{}: {}", record.url, record.failure().unwrap_or_default());
/// }
/// assert_eq!(report.summary().errors, 1, "a crawl fetches `http` only");
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Report {
    /// One record for each fetched URL, in natural order: `/strip/2` comes before `/strip/10`.
    pub records: Vec<Record>,
    /// The pages that link to each URL that failed, redirects or was not fetched, in the order of the report; then the
    /// redirects to it. Empty unless [`Checks`](crate::crawl::options::Checks) ask for it.
    pub backlinks: BTreeMap<Url, Vec<Arc<Url>>>,
    /// The links whose fragments have no target. Empty unless [`Checks`](crate::crawl::options::Checks) ask for it.
    pub missing_fragments: Vec<MissingFragment>,
    /// The links that are no URLs. Empty unless [`Checks`](crate::crawl::options::Checks) ask for the pages that link to failures.
    pub invalid_links: Vec<InvalidLink>,
    /// The URLs at which the crawl started.
    pub roots: Vec<Arc<Url>>,
    /// The roots that were fetched by http because https gave no answer, each with the reason.
    pub fell_back: Vec<(Arc<Url>, String)>,
    /// The distinct https URLs that were found, if the crawl cannot fetch them.
    pub skipped_https: Skipped<Url>,
    /// The URLs that a robots.txt forbids; they are not fetched.
    pub disallowed: Skipped<Arc<Url>>,
    /// The distinct URLs that are longer than [`MAX_URL`](crate::page::links::MAX_URL); they are not fetched.
    pub skipped_long: Skipped<LongUrl>,
    /// The links that were not read, because a page has more than [`MAX_LINKS`](crate::page::links::MAX_LINKS)
    /// or [`MAX_LINKS_BYTES`](crate::page::links::MAX_LINKS_BYTES). The example is such a page.
    pub beyond_max_links: Skipped<Arc<Url>>,
    /// The names that were not kept, because a page has more than [`MAX_NAMES`](crate::page::links::MAX_NAMES). The example
    /// is such a page.
    pub beyond_max_names: Skipped<Arc<Url>>,
    /// How many URLs were found, but not fetched because of `max_pages`.
    pub beyond_max_pages: usize,
    /// How many URLs were found, but not fetched before the crawl was interrupted.
    pub unfinished: usize,
    /// How many times a server asked for a pause (429, or 503 with a `Retry-After`), and was asked again after it. As
    /// `elapsed`, it is of the last run of a resumed crawl.
    pub pauses: usize,
    /// How many answers came in earlier runs of a resumed crawl. Their time is not part of `elapsed`.
    pub answered_before: usize,
    /// The time that the crawl took.
    pub elapsed: Duration,
}

/// How much of a kind a crawl has passed over, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped<T> {
    /// How much.
    pub count: usize,
    /// The first of them, in an order that does not depend on time.
    pub example: Option<T>,
}

impl<T> Default for Skipped<T> {
    fn default() -> Skipped<T> {
        Skipped { count: 0, example: None }
    }
}

impl<T> Skipped<T> {
    /// Adds `count`. Takes `example` for the example if it comes before the one so far.
    pub fn add(&mut self, count: usize, example: T, comes_before: impl FnOnce(&T, &T) -> bool) {
        self.count += count;
        if self.example.as_ref().is_none_or(|known| comes_before(&example, known)) {
            self.example = Some(example);
        }
    }
}

impl Skipped<Arc<Url>> {
    /// Adds what was passed over in `page`. The example is the first page of the report.
    pub fn add_of(&mut self, count: usize, page: &Arc<Url>) {
        self.add(count, Arc::clone(page), |page, known| report_order(page, known).is_lt());
    }
}

/// A link whose page was fetched, but has no element of the fragment's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingFragment {
    /// The URL, with the fragment.
    pub url: Url,
    /// The pages that link to it, then the redirects to it.
    pub pages: Vec<Arc<Url>>,
}

/// A link that leads nowhere, because it is no URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InvalidLink {
    /// The link, and what is wrong with it.
    #[serde(flatten)]
    pub link: NoUrl,
    /// The pages that have it.
    pub pages: Vec<Arc<Url>>,
}

/// The totals of the records of a report. Each of them counts as a page, an error or a redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Answers with a status under 400, except redirects; those of URLs out of scope, too.
    pub pages: usize,
    /// Fetches that failed, and answers with a status from 400 on.
    pub errors: usize,
    /// Redirects that lead somewhere, followed or not.
    pub redirects: usize,
    /// The bytes of all bodies.
    pub bytes: usize,
}

impl Report {
    /// Returns the totals.
    pub fn summary(&self) -> Summary {
        let count = |test: fn(&Record) -> bool| self.records.iter().filter(|record| test(record)).count();
        let errors = count(|record| record.failure().is_some());
        let redirects = count(Record::is_redirect);
        let bytes = self.records.iter().map(|record| record.size).sum();
        Summary { pages: self.records.len() - errors - redirects, errors, redirects, bytes }
    }

    /// Returns the record of this URL.
    pub fn record(&self, url: &Url) -> Option<&Record> {
        let index = self.records.binary_search_by(|record| report_order(&record.url, url)).ok()?;
        self.records.get(index)
    }

    /// Returns whether at least one root was fetched without a failure, and what it redirects to, too.
    pub fn has_root(&self) -> bool {
        self.roots.iter().any(|root| {
            let mut record = self.record(root);
            // The loop ends: a redirect in each circle is a failure.
            while let Some(next) = record
                .filter(|record| record.is_redirect())
                .and_then(|record| self.record(record.next_url.as_ref()?))
            {
                record = Some(next);
            }
            record.is_some_and(|record| record.failure().is_none())
        })
    }
}
