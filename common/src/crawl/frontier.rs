//! [`Frontier`]: which URLs have been seen, and which are new.

mod seen;

use std::collections::{BTreeSet, HashSet};
use std::mem;
use std::sync::Arc;
use std::time::Instant;

use url::Url;

use crate::crawl::interrupt::Interrupt;
use crate::crawl::options::Options;
use crate::crawl::outcome::Outcome;
use crate::crawl::progress::Progress;
use crate::crawl::robots::Gate;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::page::links::{LongUrl, resource};
use crate::report::{Record, Report};
use seen::SeenUrls;

/// What a crawl knows: the URLs that it has seen and the records of those that it has fetched.
///
/// Its report does not depend on the order in which fetches end. It never waits and costs little,
/// so it may be called with a lock held.
#[derive(Debug)]
pub struct Frontier {
    roots: Vec<Arc<Url>>,
    max_redirects: u16,
    seen: SeenUrls,
    records: Vec<Record>,
    /// Where robots.txt is obeyed.
    gate: Option<Gate>,
    /// Pages found and not settled yet, those that are not allowed included.
    unfinished: usize,
    /// How many targets may still be handed out.
    pages_left: usize,
    beyond_max_pages: usize,
    https: HashSet<Url>,
    long: BTreeSet<LongUrl>,
    beyond_max_links: usize,
    /// The first page, in the order of the report, that has more links than are looked at.
    a_page_of_too_many_links: Option<Arc<Url>>,
    started: Instant,
    interrupt: Interrupt,
    progress: Progress,
}

impl Frontier {
    /// The frontier of a crawl that starts now.
    pub fn new(options: &Options) -> Frontier {
        Frontier {
            roots: options.roots.iter().cloned().map(resource).map(Arc::new).collect(),
            max_redirects: options.max_redirects,
            seen: SeenUrls::default(),
            records: Vec::new(),
            gate: options.obey_robots.then(|| Gate::new(options.pacer.clone())),
            unfinished: 0,
            pages_left: options.max_pages.unwrap_or(usize::MAX),
            beyond_max_pages: 0,
            https: HashSet::new(),
            long: BTreeSet::new(),
            beyond_max_links: 0,
            a_page_of_too_many_links: None,
            started: Instant::now(),
            interrupt: options.interrupt.clone(),
            progress: options.progress.clone(),
        }
    }

    /// The first targets: each root once. One whose scheme is not spoken is recorded as failed.
    pub fn roots(&mut self) -> Vec<Target> {
        let mut new = Vec::new();
        for root in self.roots.clone() {
            if root.scheme() == "http" {
                new.extend(self.seen.start_at(&root, self.max_redirects));
            } else if self.records.iter().all(|record| record.url != root) {
                let cause = Cause::UnsupportedScheme(root.scheme().into());
                let error = FetchError::new(&root, Phase::Resolving, 0, Default::default(), cause);
                self.records.push(Record::failed(error));
            }
        }
        self.hand_out(new)
    }

    /// Records what has become of `target`, and returns the targets that are new by that.
    ///
    /// Once the crawl is interrupted, nothing is recorded any more: a fetch may have ended because of that.
    pub fn settle(&mut self, target: Target, outcome: Outcome) -> Vec<Target> {
        if self.interrupt.is_triggered() {
            return Vec::new();
        }
        let Outcome { record, mut next } = outcome;
        self.https.extend(mem::take(&mut next.https));
        self.long.extend(mem::take(&mut next.long));
        if let (Some(gate), Some(robots_txt)) = (&mut self.gate, &target.rules_of) {
            let targets = gate.learn(robots_txt, record, next);
            self.progress.found(targets.len());
            return targets;
        }
        self.records.push(record);
        let page = self.records.len() - 1;
        self.unfinished -= 1;
        if next.beyond_max_links > 0 {
            self.beyond_max_links += next.beyond_max_links;
            let known = self.a_page_of_too_many_links.take();
            self.a_page_of_too_many_links = known.into_iter().chain([Arc::clone(&target.url)]).min();
        }

        let mut new: Vec<_> = next.links.iter().filter_map(|link| self.link(link, page)).collect();
        new.extend(next.redirect.and_then(|next| self.seen.redirect(&target.url, next)));
        self.hand_out(new)
    }

    /// The report of what has been recorded, sorted by URL.
    pub fn into_report(self) -> Report {
        let mut records = self.records;
        let gate = self.gate.unwrap_or_default();
        records.extend(gate.failures.into_iter().filter(|failure| !self.seen.contains(&failure.url)));
        records.sort_unstable_by(|a, b| a.url.cmp(&b.url));
        Report {
            records,
            roots: self.roots,
            skipped_https: self.https.len(),
            an_https: self.https.into_iter().min(),
            disallowed: gate.disallowed,
            a_disallowed: gate.a_disallowed,
            skipped_long: self.long.len(),
            a_long: self.long.into_iter().next(),
            beyond_max_links: self.beyond_max_links,
            a_page_of_too_many_links: self.a_page_of_too_many_links,
            beyond_max_pages: self.beyond_max_pages,
            unfinished: self.unfinished - gate.disallowed,
            elapsed: self.started.elapsed(),
        }
    }

    /// A page links to `url`. Returns what is new by that.
    fn link(&mut self, url: &Url, page: usize) -> Option<Arc<Url>> {
        let new = self.seen.reach(url, self.max_redirects);
        self.count_new_link(url, page);
        new
    }

    /// A link counts as new on one page: the first in the order of the report, not in the order
    /// of time, which differs from crawl to crawl.
    fn count_new_link(&mut self, url: &Url, page: usize) {
        let Some(seen) = self.seen.get_mut(url).filter(|seen| !seen.is_root) else { return };
        match seen.counted_by() {
            Some(other) if self.records[other].url <= self.records[page].url => return,
            Some(other) => self.records[other].new_links -= 1,
            None => {}
        }
        seen.count_by(page);
        self.records[page].new_links += 1;
    }

    /// The targets for `new` URLs, as many as `max_pages` still admits.
    fn hand_out(&mut self, mut new: Vec<Arc<Url>>) -> Vec<Target> {
        self.beyond_max_pages += new.len().saturating_sub(self.pages_left);
        new.truncate(self.pages_left);
        self.pages_left -= new.len();
        self.unfinished += new.len();
        let targets = match &mut self.gate {
            Some(gate) => gate.admit(new),
            None => new.into_iter().map(Target::page).collect(),
        };
        self.progress.found(targets.len());
        targets
    }
}
