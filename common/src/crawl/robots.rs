//! [`Gate`]: what the robots.txt of each origin allows (RFC 9309). The frontier has them fetched.

pub(crate) mod rules;

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use robotxt::{AccessResult, Robots, robots_url};
use url::Url;

use crate::crawl::outcome::Next;
use crate::crawl::target::Target;
use crate::fetch::http::PRODUCT;
use crate::fetch::pace::Pacer;
use crate::report::Record;

/// How many redirects are followed from a robots.txt (RFC 9309, section 2.3.1.2).
const MAX_REDIRECTS: u32 = 5;

/// Lets through what may be fetched. What it knows nothing of waits behind it.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// By the URL of their robots.txt.
    origins: HashMap<Arc<Url>, Origin>,
    pacer: Pacer,
    /// How many URLs are not allowed, and the first of them in the order of URLs.
    pub(crate) disallowed: usize,
    pub(crate) a_disallowed: Option<Arc<Url>>,
    /// Of each robots.txt that could not be had, and so forbids everything.
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

    /// The targets that may be fetched now, of these pages: those that are allowed, and the
    /// robots.txt that must be known first.
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

    /// Notes what has become of a robots.txt, and returns the targets that may be fetched by that.
    ///
    /// One that cannot be had forbids everything, as does one that is elsewhere, where the crawl
    /// may not go; one that is redirected too often forbids nothing.
    pub(crate) fn learn(&mut self, origin: &Arc<Url>, record: Record, next: Next) -> Vec<Target> {
        let Some(Origin::Asked { redirects_left, waiting }) = self.origins.get_mut(origin) else {
            return Vec::new();
        };
        let robots = match next {
            Next { redirect: Some(url), .. } if *redirects_left > 0 => {
                *redirects_left -= 1;
                return vec![Target { url, rules_of: Some(Arc::clone(origin)) }];
            }
            Next { redirect: Some(_), .. } => Robots::from_access(AccessResult::TooManyRedirects, PRODUCT),
            Next { rules: Some(rules), .. } => *rules,
            _ => {
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
