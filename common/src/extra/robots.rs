//! `Gate`: what the robots.txt of each origin allows (RFC 9309).

mod lines;
mod rules;
mod spelling;

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use url::Url;

use crate::crawl::target::Target;
use crate::fetch::http::Response;
use crate::report::{Record, Skipped};
pub use rules::Rules;

/// How many redirects are followed from a robots.txt (RFC 9309, section 2.3.1.2).
pub const MAX_REDIRECTS: u32 = 5;

/// What a fetch of a robots.txt has come to.
#[derive(Debug)]
pub enum Learned {
    /// A redirect, which is to be followed.
    MovedTo(Arc<Url>),
    /// The rules of the origin.
    Rules(Rules),
    /// Nothing: the server failed, or redirects to no usable URL. That forbids everything.
    Failed,
}

impl Learned {
    /// Returns what the redirect or the rules in an answer come to, if `redirects_left` more redirects may be followed. A
    /// robots.txt that redirects too often forbids nothing.
    pub(crate) fn of(redirect: Option<Arc<Url>>, rules: Option<Rules>, redirects_left: u32) -> Learned {
        match (redirect, rules) {
            (Some(url), _) if redirects_left > 0 => Learned::MovedTo(url),
            (Some(_), _) => Learned::Rules(Rules::default()),
            (None, Some(rules)) => Learned::Rules(rules),
            (None, None) => Learned::Failed,
        }
    }
}

/// Admits the URLs that may be fetched. URLs of an origin whose robots.txt is not known yet wait.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// The origins, by the URL of their robots.txt.
    origins: HashMap<Arc<Url>, Origin>,
    /// The URLs that are not allowed. The example is the first of them in the order of URLs.
    pub(crate) disallowed: Skipped<Arc<Url>>,
    /// The records of failed fetches of a robots.txt, each of which forbids everything.
    pub(crate) failures: Vec<Record>,
}

#[derive(Debug)]
enum Origin {
    Asked { redirects_left: u32, waiting: Vec<Target> },
    Known(Rules),
}

impl Gate {
    /// Returns the targets to fetch now: the pages that are allowed, and each robots.txt that is not known yet.
    pub(crate) fn admit(&mut self, pages: Vec<Target>) -> Vec<Target> {
        pages.into_iter().filter_map(|page| self.admit_one(page)).collect()
    }

    fn admit_one(&mut self, page: Target) -> Option<Target> {
        // A URL without an origin is in no scope.
        let origin = Arc::new(page.url.join("/robots.txt").ok()?);
        match self.origins.get_mut(&origin) {
            Some(Origin::Known(rules)) if rules.allow(&page.url) => Some(page),
            Some(Origin::Known(_)) => {
                self.disallowed.add(1, page.url, Arc::lt);
                None
            }
            Some(Origin::Asked { waiting, .. }) => {
                waiting.push(page);
                None
            }
            None => {
                let asked = Origin::Asked { redirects_left: MAX_REDIRECTS, waiting: vec![page] };
                self.origins.insert(Arc::clone(&origin), asked);
                Some(Target::robots_txt(Arc::clone(&origin), origin))
            }
        }
    }

    /// Takes the outcome of a fetch of a robots.txt, and returns the targets to fetch next.
    pub(crate) fn learn(
        &mut self,
        origin: &Arc<Url>,
        record: Record,
        redirect: Option<Arc<Url>>,
        rules: Option<Rules>,
    ) -> Vec<Target> {
        let Some(Origin::Asked { redirects_left, waiting }) = self.origins.get_mut(origin) else {
            return Vec::new();
        };
        let rules = match Learned::of(redirect, rules, *redirects_left) {
            Learned::MovedTo(url) => {
                *redirects_left -= 1;
                return vec![Target::robots_txt(url, Arc::clone(origin))];
            }
            Learned::Rules(rules) => rules,
            Learned::Failed => {
                self.failures.push(record);
                Rules::forbid_all()
            }
        };
        let waiting = mem::take(waiting);
        self.origins.insert(Arc::clone(origin), Origin::Known(rules));
        self.admit(waiting)
    }
}

/// Returns the rules for this crawler in an answer, or `None` if the server failed or redirects to no usable URL
/// (RFC 9309, section 2.3.1).
pub(crate) fn rules(response: &Response) -> Option<Rules> {
    match response.status {
        200..300 => Some(Rules::parse(&response.body)),
        400..500 => Some(Rules::default()),
        _ => None,
    }
}
