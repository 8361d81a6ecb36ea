//! [`Checker`]: what a frontier keeps for [`Checks`](crate::crawl::options::Checks) of links.

mod externals;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use regex_lite::Regex;
use url::Url;

use crate::crawl::options::Options;
use crate::crawl::outcome::Next;
use crate::crawl::target::{Kind, Target};
use crate::page::links::{Names, NoUrl, resource};
use crate::report::{InvalidLink, MissingFragment, Record, Report, Skipped, report_order};
use externals::Externals;

/// What a frontier keeps for the checks; nothing for those that are not wanted. A page is the index of its record.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    externals: Option<Externals>,
    keeps_backlinks: bool,
    /// What links or redirects to each URL; `None` for a page that was fetched without a failure, because most links are
    /// to those.
    backlinks: HashMap<Url, Option<Vec<usize>>>,
    /// The names in each page of HTML.
    names: HashMap<Arc<Url>, Names>,
    beyond_max_names: Skipped<Arc<Url>>,
    /// What links or redirects to each URL with a fragment.
    fragments: HashMap<Url, Vec<usize>>,
    /// A URL that matches is not checked, even if a redirect leads to it. The redirect's fragment still takes the place of that
    /// of a link to the redirect.
    exclude: Vec<Regex>,
    /// The pages that have each link that is no URL.
    invalid: BTreeMap<NoUrl, Vec<usize>>,
}

impl Checker {
    pub(crate) fn new(options: &Options) -> Checker {
        Checker {
            externals: options.checks.external.then(|| Externals::new(options)),
            keeps_backlinks: options.checks.backlinks,
            exclude: options.exclude.clone(),
            ..Checker::default()
        }
    }

    /// Notes where a settled target leads, the last of the `records`.
    pub(crate) fn settle(&mut self, target: &Target, next: &mut Next, records: &[Record]) {
        let Some((record, before)) = records.split_last() else { return };
        if let Some(externals) = self.externals.as_mut().filter(|_| target.kind == Kind::External) {
            externals.settled(&target.url);
        }
        if self.keeps_backlinks {
            if record.failure().is_none() && !record.is_redirect() {
                self.backlinks.insert((*record.url).clone(), None);
            }
            for url in next.links.iter().chain(next.redirect.as_deref()) {
                let pages = self.backlinks.entry(url.clone()).or_insert_with(|| Some(Vec::new()));
                pages.as_mut().into_iter().for_each(|pages| pages.push(before.len()));
            }
        }
        for invalid in mem::take(&mut next.invalid) {
            self.invalid.entry(invalid).or_default().push(before.len());
        }
        if let Some(anchors) = next.anchors.take() {
            if let Some(names) = anchors.names {
                if names.beyond > 0 {
                    self.beyond_max_names.add_of(names.beyond, &target.url);
                }
                self.names.insert(Arc::clone(&target.url), names);
            }
            for link in anchors.links {
                self.fragments.entry(link).or_default().push(before.len());
            }
        }
    }

    /// Takes the URLs out of scope from `new`, and returns those that may be fetched now.
    pub(crate) fn admit(&mut self, new: &mut Vec<Arc<Url>>) -> Vec<Target> {
        self.externals.as_mut().map(|externals| externals.admit(new)).unwrap_or_default()
    }

    /// Adds what was checked to the report.
    pub(crate) fn add_to(self, report: &mut Report) {
        report.backlinks = self.backlinks(&report.records);
        report.missing_fragments = self.missing_fragments(&report.records);
        let invalid = self.invalid.into_iter();
        let invalid =
            invalid.map(|(link, pages)| InvalidLink { link, pages: named(&pages, &report.records) });
        report.invalid_links = invalid.collect();
        report.beyond_max_names = self.beyond_max_names;
    }

    /// Returns what leads to each URL that failed, redirects or was not fetched.
    fn backlinks(&self, records: &[Record]) -> BTreeMap<Url, Vec<Arc<Url>>> {
        let linked = self.backlinks.iter().filter_map(|(url, pages)| Some((url, pages.as_ref()?)));
        linked.map(|(url, pages)| (url.clone(), named(pages, records))).collect()
    }

    /// Returns the links whose page was fetched and has no such name, in the order of the report.
    ///
    /// A link's fragment goes along with redirects without one (WHATWG Fetch, section 4.4, "HTTP-redirect fetch").
    fn missing_fragments(&self, records: &[Record]) -> Vec<MissingFragment> {
        let with_own: HashSet<usize> = self.fragments.values().flatten().copied().collect();
        let redirects = records.iter().enumerate().filter(|(index, _)| !with_own.contains(index));
        let redirects: HashMap<&Url, &Url> = redirects
            .filter(|(_, record)| record.is_redirect())
            .filter_map(|(_, record)| Some((&*record.url, record.next_url.as_deref()?)))
            .collect();
        let is_missing = |link: &Url| {
            let start = resource(link.clone());
            let mut end = &start;
            // The loop ends: a redirect in each circle is a failure.
            while let Some(next) = redirects.get(end) {
                end = next;
            }
            self.names.get(end).is_some_and(|names| !names.may_have(link.fragment().unwrap_or_default()))
        };
        let is_excluded = |link: &Url| self.exclude.iter().any(|regex| regex.is_match(link.as_str()));
        let missing = self.fragments.iter().filter(|(link, _)| is_missing(link) && !is_excluded(link));
        let mut missing: Vec<_> = missing
            .map(|(url, pages)| MissingFragment { url: url.clone(), pages: named(pages, records) })
            .collect();
        missing.sort_unstable_by(|a, b| report_order(&a.url, &b.url));
        missing
    }
}

/// Returns the URLs of the pages, then of the redirects, each once. A redirect that leads nowhere leads to no URL.
fn named(pages: &[usize], records: &[Record]) -> Vec<Arc<Url>> {
    let mut pages: Vec<_> = pages.iter().map(|page| &records[*page]).collect();
    pages.retain(|page| page.failure().is_none());
    pages.sort_by(|a, b| a.is_redirect().cmp(&b.is_redirect()).then_with(|| report_order(&a.url, &b.url)));
    pages.dedup_by_key(|page| &page.url);
    pages.into_iter().map(|page| Arc::clone(&page.url)).collect()
}
