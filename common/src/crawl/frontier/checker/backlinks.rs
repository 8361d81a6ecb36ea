//! [`BacklinksOf`]: the pages that link to each URL that may turn out to be broken.

use std::collections::HashMap;
use std::sync::Arc;

use url::Url;

use crate::crawl::frontier::seen::SeenUrls;
use crate::crawl::outcome::Next;
use crate::report::{Backlinks, MAX_BACKLINKS, Record, report_order};

/// The pages that link to each URL. A page that was fetched without a failure is forgotten, and later links to it are not
/// noted. So this is as large as the queue and the failures are, and not as all links.
#[derive(Debug, Default)]
pub(super) struct BacklinksOf(HashMap<Arc<Url>, Pages>);

impl BacklinksOf {
    /// Notes that `url` is new, although no page links to it yet.
    pub(super) fn start_at(&mut self, url: &Arc<Url>) {
        self.0.entry(Arc::clone(url)).or_default();
    }

    /// Notes the links of the last record, before `seen` learns of them.
    pub(super) fn settle(&mut self, next: &Next, records: &[Record], seen: &SeenUrls) {
        let Some(record) = records.last() else { return };
        if record.failure().is_none() && !record.is_redirect() {
            self.0.remove(&record.url);
        }
        if let Some(redirect) = next.redirect.as_ref().filter(|url| !seen.contains(url)) {
            self.start_at(redirect);
        }
        for link in &next.links {
            if let Some(pages) = self.0.get_mut(link) {
                pages.add(records);
            } else if !seen.contains(link) {
                let mut pages = Pages::default();
                pages.add(records);
                self.0.insert(Arc::new(link.clone()), pages);
            }
        }
    }

    /// Returns the pages that link to each URL that failed, redirects or was not fetched.
    pub(super) fn named(self, records: &[Record]) -> HashMap<Arc<Url>, Backlinks> {
        self.0.into_iter().map(|(url, pages)| (url, pages.named(records))).collect()
    }
}

/// Pages of a crawl: the first ones in the order of the report, as indices of records, and how many there are.
#[derive(Debug, Default)]
pub(super) struct Pages {
    first: Vec<usize>,
    count: usize,
}

impl Pages {
    /// Adds the page of the last record.
    pub(super) fn add(&mut self, records: &[Record]) {
        let Some((last, before)) = records.split_last() else { return };
        self.count += 1;
        let comes_before = |other: &usize| report_order(&records[*other].url, &last.url).is_lt();
        let place = self.first.partition_point(comes_before);
        if place < MAX_BACKLINKS {
            self.first.truncate(MAX_BACKLINKS - 1);
            self.first.insert(place, before.len());
        }
    }

    /// Returns the pages with their names.
    pub(super) fn named(&self, records: &[Record]) -> Backlinks {
        let pages = self.first.iter().map(|page| Arc::clone(&records[*page].url)).collect();
        Backlinks { pages, more: self.count - self.first.len() }
    }
}
