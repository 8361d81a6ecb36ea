//! [`Gate`]: what the robots.txt of each origin allows (RFC 9309).

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use robotxt::{AccessResult, Robots, robots_url};
use url::Url;

use crate::crawl::target::Target;
use crate::fetch::http::{PRODUCT, Response};
use crate::fetch::pace::Pacer;
use crate::report::Record;

/// How many redirects are followed from a robots.txt (RFC 9309, section 2.3.1.2).
const MAX_REDIRECTS: u32 = 5;

/// Admits the URLs that may be fetched. URLs of an origin whose robots.txt is not known yet wait.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// The origins, by the URL of their robots.txt.
    origins: HashMap<Arc<Url>, Origin>,
    pacer: Pacer,
    /// How many URLs are not allowed, and the first of them in the order of URLs.
    pub(crate) disallowed: usize,
    pub(crate) a_disallowed: Option<Arc<Url>>,
    /// The records of failed fetches of a robots.txt, each of which forbids everything.
    pub(crate) failures: Vec<Record>,
}

#[derive(Debug)]
enum Origin {
    Asked { redirects_left: u32, waiting: Vec<Arc<Url>> },
    Known(Robots),
}

impl Gate {
    pub(crate) fn new(pacer: Pacer) -> Gate {
        Gate { pacer, ..Gate::default() }
    }

    /// Returns the targets to fetch now: the pages that are allowed, and each robots.txt that is not known yet.
    pub(crate) fn admit(&mut self, urls: Vec<Arc<Url>>) -> Vec<Target> {
        urls.into_iter().filter_map(|url| self.admit_one(url)).collect()
    }

    fn admit_one(&mut self, url: Arc<Url>) -> Option<Target> {
        // A URL without an origin is in no scope.
        let origin = Arc::new(robots_url(&url).ok()?);
        match self.origins.get_mut(&origin) {
            Some(Origin::Known(robots)) if robots.is_url_allowed(&url) => Some(Target::page(url)),
            Some(Origin::Known(_)) => {
                self.disallowed += 1;
                self.a_disallowed = self.a_disallowed.take().into_iter().chain([url]).min();
                None
            }
            Some(Origin::Asked { waiting, .. }) => {
                waiting.push(url);
                None
            }
            None => {
                let asked = Origin::Asked { redirects_left: MAX_REDIRECTS, waiting: vec![url] };
                self.origins.insert(Arc::clone(&origin), asked);
                Some(Target { url: Arc::clone(&origin), rules_of: Some(origin) })
            }
        }
    }

    /// Takes the outcome of a fetch of a robots.txt, and returns the targets to fetch next.
    ///
    /// A robots.txt that fails, or redirects out of the crawl's scope, forbids everything. One that
    /// redirects too often forbids nothing.
    pub(crate) fn learn(
        &mut self,
        origin: &Arc<Url>,
        record: Record,
        redirect: Option<Arc<Url>>,
        rules: Option<Box<Robots>>,
    ) -> Vec<Target> {
        let Some(Origin::Asked { redirects_left, waiting }) = self.origins.get_mut(origin) else {
            return Vec::new();
        };
        let robots = match (redirect, rules) {
            (Some(url), _) if *redirects_left > 0 => {
                *redirects_left -= 1;
                return vec![Target { url, rules_of: Some(Arc::clone(origin)) }];
            }
            (Some(_), _) => Robots::from_access(AccessResult::TooManyRedirects, PRODUCT),
            (None, Some(rules)) => *rules,
            (None, None) => {
                self.failures.push(record);
                Robots::from_access(AccessResult::Unreachable, PRODUCT)
            }
        };
        let waiting = mem::take(waiting);
        if let Some(delay) = robots.crawl_delay() {
            self.pacer.wish(origin, delay);
        }
        self.origins.insert(Arc::clone(origin), Origin::Known(robots));
        self.admit(waiting)
    }
}

/// Returns the rules for this crawler in an answer that is no redirect, or `None` if the server failed
/// (RFC 9309, sections 2.3.1.1 to 2.3.1.4). Only the first 500 KiB of the body count.
pub(crate) fn rules(response: &Response) -> Option<Robots> {
    match response.status {
        200..300 => Some(Robots::parse(&response.body, PRODUCT)),
        500.. => None,
        _ => Some(Robots::from_access(AccessResult::Unavailable, PRODUCT)),
    }
}
