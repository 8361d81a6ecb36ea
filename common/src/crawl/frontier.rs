//! [`Frontier`]: which URLs have been seen, and which are new.

mod checker;
mod dead_ends;
mod found_on;
mod guess;
mod replay;
mod seen;

use std::collections::{BTreeSet, HashSet};
use std::mem;
use std::sync::Arc;
use std::time::Instant;

use url::Url;

use crate::crawl::options::Options;
use crate::crawl::outcome::Outcome;
use crate::crawl::robots::Gate;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::page::links::{LongUrl, resource};
use crate::report::{Record, Report, Skipped, report_order};
use checker::Checker;
use found_on::record_found_on;
use seen::SeenUrls;

pub use replay::Replay;

/// The URLs that a crawl has seen, and the records of those that it has fetched.
///
/// The report does not depend on the order in which fetches end. No call waits, but for the write to a journal,
/// and each is cheap, so a stage may hold a lock meanwhile.
#[derive(Debug)]
pub struct Frontier {
    options: Options,
    /// What is known so far. Its records are in the order in which fetches ended, and pages that are not allowed count as
    /// unfinished.
    report: Report,
    seen: SeenUrls,
    /// Holds back what a robots.txt may forbid; `None` if robots.txt is not obeyed.
    gate: Option<Gate>,
    checker: Checker,
    /// How many pages `max_pages` still admits.
    pages_left: usize,
    https: HashSet<Url>,
    long: BTreeSet<LongUrl>,
    started: Instant,
}

impl Frontier {
    /// Makes the frontier of a crawl that starts now.
    pub fn new(options: &Options) -> Frontier {
        let roots = options.roots.iter().cloned().map(resource).map(Arc::new).collect();
        Frontier {
            options: options.clone(),
            report: Report { roots, ..Report::default() },
            seen: SeenUrls::default(),
            gate: options.obey_robots.then(|| Gate::new(options)),
            checker: Checker::new(options),
            pages_left: options.max_pages.unwrap_or(usize::MAX),
            https: HashSet::new(),
            long: BTreeSet::new(),
            started: Instant::now(),
        }
    }

    /// Returns the first targets: each root once. Records a root whose scheme the crawl does not know as failed.
    ///
    /// If the journal has an earlier run, they are those that it left open.
    pub fn roots(&mut self) -> Vec<Target> {
        if let Some(replay) = self.options.services.journal.take_replay() {
            return self.go_on_from(replay);
        }
        let mut new = Vec::new();
        for root in self.report.roots.clone() {
            if self.options.can_fetch(&root) {
                new.extend(self.seen.start_at(&root, self.options.max_redirects));
            } else if self.report.records.iter().all(|record| record.url != root) {
                let cause = Cause::UnsupportedScheme(self.options.unsupported(&root));
                let error = FetchError::new(&root, Phase::Resolving, 0, Default::default(), cause);
                self.report.records.push(Record::failed(error));
            }
        }
        self.hand_out(new, None)
    }

    /// Records the outcome of `target`, and returns the new targets that it leads to.
    ///
    /// After an interrupt it records nothing, because the interrupt may be why the fetch ended.
    pub fn settle(&mut self, target: Target, outcome: Outcome) -> Vec<Target> {
        let Outcome { record, mut next, line } = outcome;
        // The journal comes first: what is in the report is stored, and a page before those that it links to.
        if self.options.services.interrupt.is_triggered() || !self.options.services.journal.append(line) {
            return Vec::new();
        }
        if let Some(targets) = self.fall_back(&target, &record) {
            return targets;
        }
        self.https.extend(mem::take(&mut next.https));
        self.long.extend(mem::take(&mut next.long));
        if let (Some(gate), Kind::RobotsTxt { of }) = (&mut self.gate, &target.kind) {
            let targets = gate.learn(of, record, next.redirect, next.rules);
            self.options.services.progress.found(&targets);
            return targets;
        }
        self.report.records.push(record);
        let page = self.report.records.len() - 1;
        self.report.unfinished -= 1;
        self.checker.settle(&target, &mut next, &self.report.records);
        if next.beyond_max_links > 0 {
            let comes_before = |page: &Arc<Url>, known: &Arc<Url>| report_order(page, known).is_lt();
            let example = Arc::clone(&target.url);
            self.report.beyond_max_links.add(next.beyond_max_links, example, comes_before);
        }

        let mut new: Vec<_> = next.links.iter().filter_map(|link| self.link(link, page)).collect();
        new.extend(next.redirect.and_then(|next| self.seen.redirect(&target.url, next)));
        self.hand_out(new, Some(&target.url))
    }

    /// Returns the report, its records in the natural order of URLs.
    pub fn into_report(mut self) -> Report {
        dead_ends::mark(&mut self.report.records, &self.seen, self.options.max_redirects);
        self.note_found_on();
        let Frontier { mut report, checker, gate, .. } = self;
        dead_ends::name_starts(&mut report.records);
        checker.add_to(&mut report);
        let gate = gate.unwrap_or_default();
        report.records.extend(gate.failures.into_iter().filter(|failure| !self.seen.contains(&failure.url)));
        report.records.sort_unstable_by(|a, b| report_order(&a.url, &b.url));
        report.pauses = self.options.services.pacer.pauses();
        report.skipped_https = Skipped { count: self.https.len(), example: self.https.into_iter().min() };
        report.skipped_long = Skipped { count: self.long.len(), example: self.long.into_iter().next() };
        report.unfinished -= gate.disallowed.count;
        report.disallowed = gate.disallowed;
        report.elapsed = self.started.elapsed();
        report
    }

    /// Records that a page links to `url`. Returns a newly found URL.
    fn link(&mut self, url: &Url, page: usize) -> Option<Arc<Url>> {
        let records = &self.report.records;
        self.seen.reach(url, self.options.max_redirects, |seen| record_found_on(seen, page, records))
    }

    /// Returns targets for the `new` URLs, to which `via` led, as many as `max_pages` still admits.
    fn hand_out(&mut self, mut new: Vec<Arc<Url>>, via: Option<&Arc<Url>>) -> Vec<Target> {
        self.report.beyond_max_pages += new.len().saturating_sub(self.pages_left);
        new.truncate(self.pages_left);
        self.pages_left -= new.len();
        self.report.unfinished += new.len();
        let external = self.checker.admit(&mut new);
        let pages = new.into_iter().map(|url| Target { via: via.cloned(), ..Target::page(url) }).collect();
        let mut targets = if let Some(gate) = &mut self.gate { gate.admit(pages) } else { pages };
        targets.extend(external);
        self.options.services.progress.found(&targets);
        targets
    }
}
