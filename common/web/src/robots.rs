//! [`Robots`]: what the robots.txt of each origin allows (RFC 9309).

mod lines;
pub(crate) mod rules;
mod spelling;

use std::collections::HashMap;
use std::mem;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use common::crawl::options::can_fetch;
use common::crawl::target::Kind;
use common::fetch::http::{Needs, Request};
use common::lock::lock;
use common::report::{Record, Report, Skipped};
use common::{Around, Options, Outcome, Response, Target};
use url::Url;

use crate::noted::noted;
use crate::pace::Pacer;
pub use lines::MAX_ROBOTS_TXT;
pub use rules::Rules;

/// How many redirects are followed from a robots.txt (RFC 9309, section 2.3.1.2).
pub const MAX_REDIRECTS: u32 = 5;

/// How the kind of a robots.txt and of its redirects begins. The URL of the robots.txt follows.
const ROBOTS_TXT: &str = "robots.txt ";

/// Holds a page back until the robots.txt of its origin is known.
#[derive(Debug)]
pub struct Robots {
    https: bool,
    pacer: Pacer,
    gate: Mutex<Gate>,
}

#[derive(Debug, Default)]
struct Gate {
    /// The origins, by the URL of their robots.txt.
    origins: HashMap<Arc<Url>, Origin>,
    /// The URLs that are not allowed. The example is the first of them in the order of URLs.
    disallowed: Skipped<Arc<Url>>,
    /// The records of failed fetches of a robots.txt, each of which forbids everything.
    failures: Vec<Record>,
}

#[derive(Debug)]
enum Origin {
    Asked { redirects_left: u32, waiting: Vec<Target> },
    Known(Rules),
}

impl Robots {
    /// Makes the rules of a crawl with these options. `pacer` keeps the delays that a robots.txt asks for.
    pub fn new(options: &Options, pacer: &Pacer) -> Robots {
        Robots { https: options.https, pacer: pacer.clone(), gate: Mutex::default() }
    }
}

impl Around for Robots {
    /// Returns the targets to fetch now: the pages that are allowed, and each robots.txt that is not known yet.
    fn admit(&self, found: Vec<Target>) -> Vec<Target> {
        let mut gate = lock(&self.gate);
        found.into_iter().filter_map(|target| gate.admit(target)).collect()
    }

    /// Returns a request that reads one byte beyond the limit. That byte tells whether the limit cuts a line.
    fn request(&self, target: &Target) -> Option<Request> {
        let needs = Needs::Start(MAX_ROBOTS_TXT + 1);
        robots_txt(target).map(|_| Request { needs, ..Request::default() })
    }

    fn read(&self, target: &Target, response: Option<&Response>, outcome: &mut Outcome) {
        if let (Some(response), Some(_)) = (response, robots_txt(target)) {
            noted(outcome).rules = rules(response);
        }
    }

    fn settle(&self, target: &Target, mut outcome: Outcome, _: usize) -> ControlFlow<Vec<Target>, Outcome> {
        let Some(origin) = robots_txt(target) else { return ControlFlow::Continue(outcome) };
        let rules = noted(&mut outcome).rules.take();
        if let Some(delay) = rules.as_ref().and_then(|rules| rules.crawl_delay) {
            self.pacer.slow_down(&origin, delay);
        }
        ControlFlow::Break(lock(&self.gate).learn(&origin, outcome.record, rules, self.https))
    }

    fn finish(&self, report: &mut Report) {
        let gate = mem::take(&mut *lock(&self.gate));
        // It may have been fetched as a page, too.
        let is_new = |failure: &Record| report.records.iter().all(|record| record.url != failure.url);
        let failures: Vec<_> = gate.failures.into_iter().filter(is_new).collect();
        report.records.extend(failures);
        report.unfinished -= gate.disallowed.count;
        report.disallowed = gate.disallowed;
    }
}

/// Returns the URL of the robots.txt for which a target is fetched.
fn robots_txt(target: &Target) -> Option<Arc<Url>> {
    let Kind::Other(what) = &target.kind else { return None };
    Url::parse(what.strip_prefix(ROBOTS_TXT)?).ok().map(Arc::new)
}

/// Makes the target of the robots.txt at `origin`, or of its redirect to `url`.
fn to_robots_txt(url: Arc<Url>, origin: &Url) -> Target {
    Target::other(url, &format!("{ROBOTS_TXT}{origin}"))
}

impl Gate {
    fn admit(&mut self, target: Target) -> Option<Target> {
        if target.kind != Kind::Page {
            return Some(target);
        }
        // A URL without an origin is in no scope.
        let origin = Arc::new(target.url.join("/robots.txt").ok()?);
        match self.origins.get_mut(&origin) {
            Some(Origin::Known(rules)) if rules.allow(&target.url) => Some(target),
            Some(Origin::Known(_)) => {
                self.disallowed.add(1, target.url, Arc::lt);
                None
            }
            Some(Origin::Asked { waiting, .. }) => {
                waiting.push(target);
                None
            }
            None => {
                let asked = Origin::Asked { redirects_left: MAX_REDIRECTS, waiting: vec![target] };
                self.origins.insert(Arc::clone(&origin), asked);
                Some(to_robots_txt(Arc::clone(&origin), &origin))
            }
        }
    }

    /// Learns the rules of an origin. Returns the redirect of its robots.txt, or the pages that have waited.
    ///
    /// A robots.txt that redirects too often forbids nothing. If the server failed, or redirects to no usable URL, all is forbidden.
    fn learn(&mut self, origin: &Arc<Url>, record: Record, rules: Option<Rules>, https: bool) -> Vec<Target> {
        let Some(Origin::Asked { redirects_left, waiting }) = self.origins.get_mut(origin) else {
            return Vec::new();
        };
        // It may be on another host (RFC 9309, section 2.3.1.2).
        let redirect = record.next_url.clone().filter(|url| record.is_redirect() && can_fetch(url, https));
        let rules = match (redirect, rules) {
            (Some(url), _) if *redirects_left > 0 => {
                *redirects_left -= 1;
                return vec![to_robots_txt(url, origin)];
            }
            (Some(_), _) => Rules::default(),
            (None, Some(rules)) => rules,
            (None, None) => {
                self.failures.push(record);
                Rules::forbid_all()
            }
        };
        let waiting = mem::take(waiting);
        self.origins.insert(Arc::clone(origin), Origin::Known(rules));
        // The crawl admits them once more.
        waiting
    }
}

/// Returns the rules for this crawler in an answer, or `None` if the server failed or redirects to no usable URL
/// (RFC 9309, section 2.3.1).
fn rules(response: &Response) -> Option<Rules> {
    match response.status {
        200..300 => Some(Rules::parse(&response.body)),
        400..500 => Some(Rules::default()),
        _ => None,
    }
}
