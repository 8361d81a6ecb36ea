//! [`Frontier`]: which URLs have been seen, and which are new.

mod ending;
mod seen;

use std::collections::{BTreeSet, HashSet};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use url::Url;

use crate::around::{Around, Door};
use crate::crawl::options::Options;
use crate::crawl::outcome::Outcome;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::page::links::{LongUrl, resource};
use crate::report::{Record, Report, Skipped, report_order};
use ending::{mark_dead_ends, name_starts, note_found_on, record_found_on};
use seen::SeenUrls;

/// The URLs that a crawl has seen, and the records of those that it has fetched.
///
/// The report does not depend on the order in which fetches end. No call waits, and each is cheap, so a stage may hold a
/// lock meanwhile.
///
/// ```
/// # use common::{Frontier, Options, Response, Services, fetch::http::ContentType};
/// # let content_type = ContentType::parse("text/html");
/// # let html = |body: &str| Response { status: 200, content_type, body: body.into(), ..Response::default() };
/// let options = Options::new([url::Url::parse("http://site.example/")?]);
/// let mut frontier = Frontier::new(&options);
/// let services = Services::new(options);
/// if let Some(root) = frontier.roots().pop() {
///     let outcome = services.outcome(&root, Ok(html("<a href=/1> <a href=/> <a href=/1>")));
///     let new = frontier.settle(root, outcome);
///     assert_eq!(new.len(), 1, "a URL is new once, and the root is known");
/// }
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Frontier {
    /// Where the crawl begins; empty once it has begun.
    first: Vec<Target>,
    /// What is known so far. Its records are in the order in which fetches ended.
    report: Report,
    seen: SeenUrls,
    /// What only a real site asks for.
    door: Door,
    max_redirects: u16,
    /// How many pages `max_pages` still admits.
    pages_left: usize,
    /// How many pages were found and are not settled yet. Those that the door holds back count, too.
    open: usize,
    https: HashSet<Url>,
    long: BTreeSet<LongUrl>,
    started: Instant,
    is_finished: bool,
}

impl Frontier {
    /// Makes the frontier of a crawl that starts now, with nothing around it: each root is found once. A root whose scheme the
    /// crawl does not know is recorded as failed.
    pub fn new(options: &Options) -> Frontier {
        Frontier::behind(&Door::default(), options)
    }

    /// Makes the frontier of a crawl around which this stands.
    pub fn behind(door: &Door, options: &Options) -> Frontier {
        let mut frontier = Frontier {
            first: Vec::new(),
            report: Report::default(),
            seen: SeenUrls::default(),
            door: door.clone(),
            max_redirects: options.max_redirects,
            pages_left: options.max_pages.unwrap_or(usize::MAX),
            open: 0,
            https: HashSet::new(),
            long: BTreeSet::new(),
            started: Instant::now(),
            is_finished: false,
        };
        let mut new = Vec::new();
        for root in options.roots.iter().cloned().map(resource).map(Arc::new) {
            if options.can_fetch(&root) {
                new.extend(frontier.seen.start_at(&root, options.max_redirects));
            } else if frontier.report.records.iter().all(|record| record.url != root) {
                let cause = Cause::UnsupportedScheme(options.unsupported(&root));
                let error = FetchError::new(&root, Phase::Resolving, 0, Default::default(), cause);
                frontier.report.records.push(Record::failed(error));
            }
            frontier.report.roots.push(root);
        }
        frontier.first = frontier.hand_out(new);
        frontier
    }

    /// Returns the first targets, once: the roots, or what an earlier run has left open.
    pub fn roots(&mut self) -> Vec<Target> {
        mem::take(&mut self.first)
    }

    /// Records the outcome of `target`, and returns the new targets that it leads to. After the end it does nothing.
    pub fn settle(&mut self, target: Target, outcome: Outcome) -> Vec<Target> {
        if self.is_finished {
            return Vec::new();
        }
        let index = self.report.records.len();
        let Outcome { record, next, .. } = match self.door.settle(&target, outcome, index) {
            ControlFlow::Continue(outcome) => outcome,
            ControlFlow::Break(targets) => return self.door.admit(targets),
        };
        self.report.records.push(record);
        self.open -= 1;
        self.https.extend(next.https);
        self.long.extend(next.long);
        if next.beyond_max_links > 0 {
            self.report.beyond_max_links.add_of(next.beyond_max_links, &target.url);
        }
        let mut new: Vec<_> = next.links.iter().filter_map(|link| self.link(link, index)).collect();
        new.extend(next.redirect.and_then(|url| self.seen.redirect(&target.url, url)));
        self.hand_out(new)
    }

    /// Ends the crawl, once. Returns the report, its records in the natural order of URLs. The frontier stays, because a thread
    /// of stage 1 may still lock it.
    pub fn finish(&mut self) -> Report {
        self.is_finished = true;
        let mut report = mem::take(&mut self.report);
        report.unfinished = self.open;
        // First, because a redirect that leads nowhere is not where a page was found. Where pages were found tells where a chain of
        // redirects begins.
        mark_dead_ends(&mut report.records, &self.seen, self.max_redirects);
        note_found_on(&mut report.records, &mut self.seen);
        name_starts(&mut report.records);
        self.door.finish(&mut report);
        // All of them know a record by its index, so the order comes last.
        report.records.sort_unstable_by(|a, b| report_order(&a.url, &b.url));
        report.skipped_https = Skipped { count: self.https.len(), example: self.https.drain().min() };
        report.skipped_long = Skipped { count: self.long.len(), example: self.long.pop_first() };
        report.elapsed = self.started.elapsed();
        report
    }

    /// Has `around` asked before all that stands around the crawl already.
    pub fn ask_first(&mut self, around: Arc<dyn Around>) {
        self.door.add_first(around);
    }

    /// Begins the crawl anew from here, with the targets that an earlier run has left open.
    pub fn go_on(&mut self, open: Vec<Target>) {
        let has_answer = |record: &&Record| record.status.is_some();
        self.report.answered_before = self.report.records.iter().filter(has_answer).count();
        (self.first, self.started) = (open, Instant::now());
    }

    /// Records that a page links to `url`. Returns a newly found URL.
    fn link(&mut self, url: &Url, page: usize) -> Option<Arc<Url>> {
        let records = &self.report.records;
        self.seen.reach(url, self.max_redirects, |seen| record_found_on(seen, page, records))
    }

    /// Returns targets for the `new` URLs, as many as `max_pages` still admits.
    fn hand_out(&mut self, mut new: Vec<Arc<Url>>) -> Vec<Target> {
        self.report.beyond_max_pages += new.len().saturating_sub(self.pages_left);
        new.truncate(self.pages_left);
        self.pages_left -= new.len();
        self.open += new.len();
        self.door.admit(new.into_iter().map(Target::page).collect())
    }
}
