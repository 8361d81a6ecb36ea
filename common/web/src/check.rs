//! [`Check`]: what [`Checks`] ask for: what leads to each failure, links to other sites, fragments, links that are no URLs.

mod externals;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use common::crawl::options::Checks;
use common::crawl::outcome::page_links;
use common::crawl::target::Kind;
use common::fetch::http::{Needs, Request};
use common::lock::lock;
use common::page::links::{Anchors, Names, NoUrl, Wanted, resource};
use common::report::{InvalidLink, MissingFragment, Record, Report, Skipped, report_order};
use common::{Around, Options, Outcome, Response, Target};
use regex_lite::Regex;
use url::Url;

use crate::noted::noted;
use externals::Externals;

pub use externals::EXTERNAL;

/// Checks links beyond the pages that a crawl reads.
#[derive(Debug)]
pub struct Check {
    checks: Checks,
    /// URLs that match are not checked, even after a redirect. The redirect's fragment still replaces that of a link to the redirect.
    exclude: Vec<Regex>,
    known: Mutex<Known>,
}

/// What is known so far; nothing for checks that are not wanted. A page, or a redirect, is the index of its record.
#[derive(Debug, Default)]
struct Known {
    externals: Option<Externals>,
    /// What links or redirects to each URL. `None` stands for a page that was fetched without a failure: most links lead to such pages,
    /// so this saves memory.
    backlinks: HashMap<Url, Option<Vec<usize>>>,
    /// The names in each page of HTML.
    names: HashMap<Arc<Url>, Names>,
    beyond_max_names: Skipped<Arc<Url>>,
    /// What links or redirects to each URL with a fragment.
    fragments: HashMap<Url, Vec<usize>>,
    /// The pages that have each link that is no URL.
    invalid: BTreeMap<NoUrl, Vec<usize>>,
}

impl Check {
    /// Makes the checks of a crawl with these options.
    pub fn new(options: &Options) -> Check {
        let externals = options.checks.external.then(|| Externals::new(options));
        let known = Mutex::new(Known { externals, ..Known::default() });
        Check { checks: options.checks, exclude: options.exclude.clone(), known }
    }

    /// Returns what is wanted of a page beside its links.
    fn wanted(&self) -> Wanted<'_> {
        let Checks { fragments, backlinks, .. } = self.checks;
        Wanted { anchors: fragments, invalid: backlinks, exclude: &self.exclude }
    }
}

impl Around for Check {
    /// Makes externals of the URLs out of scope, and returns those of them that may be fetched now.
    fn admit(&self, mut found: Vec<Target>) -> Vec<Target> {
        if let Some(externals) = &mut lock(&self.known).externals {
            let ready = externals.admit(&mut found);
            found.extend(ready);
        }
        found
    }

    /// Returns a HEAD request for an external.
    fn request(&self, target: &Target) -> Option<Request> {
        let head = Request { method: "HEAD", needs: Needs::Nothing, ..Request::default() };
        is_external(target).then_some(head)
    }

    fn read(&self, target: &Target, response: Option<&Response>, outcome: &mut Outcome) {
        outcome.record.is_external = is_external(target);
        let Some(response) = response else { return };
        if outcome.record.next_url.is_some() && self.checks.fragments {
            noted(outcome).anchors = Some(Anchors::of_redirect(&target.url, response));
        } else if target.kind == Kind::Page && (self.checks.fragments || self.checks.backlinks) {
            let links = page_links(&target.url, response, &self.wanted());
            let noted = noted(outcome);
            (noted.anchors, noted.invalid) = (links.anchors, links.invalid);
        }
    }

    /// Notes where an outcome leads.
    fn settle(
        &self,
        target: &Target,
        mut outcome: Outcome,
        page: usize,
    ) -> ControlFlow<Vec<Target>, Outcome> {
        if target.kind == Kind::Page || is_external(target) {
            let mut known = lock(&self.known);
            if let Some(externals) = known.externals.as_mut().filter(|_| is_external(target)) {
                externals.settled(&target.url);
            }
            if self.checks.backlinks {
                known.note_backlinks(&outcome, page);
            }
            known.note_read(target, &mut outcome, page);
        }
        ControlFlow::Continue(outcome)
    }

    fn finish(&self, report: &mut Report) {
        let known = mem::take(&mut *lock(&self.known));
        report.backlinks = known.backlinks(&report.records);
        report.missing_fragments = known.missing_fragments(&report.records, &self.exclude);
        let invalid = known.invalid.into_iter();
        let invalid =
            invalid.map(|(link, pages)| InvalidLink { link, pages: named(&pages, &report.records) });
        report.invalid_links = invalid.collect();
        report.beyond_max_names = known.beyond_max_names;
    }
}

fn is_external(target: &Target) -> bool {
    matches!(&target.kind, Kind::Other(what) if &**what == EXTERNAL)
}

impl Known {
    fn note_backlinks(&mut self, outcome: &Outcome, page: usize) {
        let Outcome { record, next, .. } = outcome;
        if record.failure().is_none() && !record.is_redirect() {
            self.backlinks.insert((*record.url).clone(), None);
        }
        for url in next.links.iter().chain(next.redirect.as_deref()) {
            let pages = self.backlinks.entry(url.clone()).or_insert_with(|| Some(Vec::new()));
            pages.as_mut().into_iter().for_each(|pages| pages.push(page));
        }
    }

    /// Moves the notes of an outcome to what is known.
    fn note_read(&mut self, target: &Target, outcome: &mut Outcome, page: usize) {
        let noted = noted(outcome);
        for invalid in mem::take(&mut noted.invalid) {
            self.invalid.entry(invalid).or_default().push(page);
        }
        let Some(anchors) = noted.anchors.take() else { return };
        if let Some(names) = anchors.names {
            if names.beyond > 0 {
                self.beyond_max_names.add_of(names.beyond, &target.url);
            }
            self.names.insert(Arc::clone(&target.url), names);
        }
        for link in anchors.links {
            self.fragments.entry(link).or_default().push(page);
        }
    }

    /// Returns what leads to each URL that failed, redirects or was not fetched.
    fn backlinks(&self, records: &[Record]) -> BTreeMap<Url, Vec<Arc<Url>>> {
        let linked = self.backlinks.iter().filter_map(|(url, pages)| Some((url, pages.as_ref()?)));
        linked.map(|(url, pages)| (url.clone(), named(pages, records))).collect()
    }

    /// Returns the links whose page was fetched and has no such name, in the order of the report.
    ///
    /// A link's fragment goes along with redirects without one (WHATWG Fetch, section 4.4, "HTTP-redirect fetch").
    fn missing_fragments(&self, records: &[Record], exclude: &[Regex]) -> Vec<MissingFragment> {
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
        let is_excluded = |link: &Url| exclude.iter().any(|regex| regex.is_match(link.as_str()));
        let missing = self.fragments.iter().filter(|(link, _)| is_missing(link) && !is_excluded(link));
        let mut missing: Vec<_> = missing
            .map(|(url, pages)| MissingFragment { url: url.clone(), pages: named(pages, records) })
            .collect();
        missing.sort_unstable_by(|a, b| report_order(&a.url, &b.url));
        missing
    }
}

/// Returns the URLs of the pages, then of the redirects, each once. Leaves out failures.
fn named(pages: &[usize], records: &[Record]) -> Vec<Arc<Url>> {
    let mut pages: Vec<_> = pages.iter().map(|page| &records[*page]).collect();
    pages.retain(|page| page.failure().is_none());
    pages.sort_by(|a, b| a.is_redirect().cmp(&b.is_redirect()).then_with(|| report_order(&a.url, &b.url)));
    pages.dedup_by_key(|page| &page.url);
    pages.into_iter().map(|page| Arc::clone(&page.url)).collect()
}
