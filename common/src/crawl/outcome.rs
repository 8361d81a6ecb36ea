//! [`Outcome`]: what a finished fetch means.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::crawl::scope::Scope;
use crate::crawl::target::{Kind, Target, can_fetch};
use crate::extra::robots::{Rules, rules};
use crate::fetch::error::FetchError;
use crate::fetch::http::Response;
use crate::page::links::{Anchors, Links, LongUrl, MAX_URL, NoUrl, SHOWN, is_short, resource};
use crate::page::sniff::page_type;
use crate::report::Record;
use crate::text::url_excerpt;

/// What a finished fetch means: its record for the report, and where it leads.
#[derive(Debug)]
pub struct Outcome {
    pub(crate) record: Record,
    pub(crate) next: Next,
    /// The line for the store; `None` without one.
    pub(crate) line: Option<String>,
}

/// Where a finished fetch leads.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Next {
    /// The links of the page that are in scope or are checked.
    pub(crate) links: Vec<Url>,
    /// The target of the redirect, if it is in scope or is checked. That of a robots.txt may be on any host.
    pub(crate) redirect: Option<Arc<Url>>,
    /// The names in the page, and its links that have fragments; `None` unless fragments are checked.
    pub(crate) anchors: Option<Anchors>,
    /// The rules in a robots.txt.
    pub(crate) rules: Option<Rules>,
    /// The https URLs that were linked to, if the crawl cannot fetch them.
    pub(crate) https: Vec<Url>,
    /// The URLs that are too long to be followed.
    pub(crate) long: BTreeSet<LongUrl>,
    /// The links that are no URLs; empty unless links are checked.
    pub(crate) invalid: BTreeSet<NoUrl>,
    /// How many links were not read because the page has too many.
    pub(crate) beyond_max_links: usize,
}

impl Outcome {
    /// Returns what `fetched` means in a crawl of this scope: a page with links, a redirect, or a failure.
    ///
    /// It does nothing else: [`Services::outcome`](crate::Services::outcome) also tells the observer, the archive and the
    /// store.
    pub fn of(target: &Target, fetched: Result<Response, FetchError>, scope: &Scope) -> Outcome {
        let (mut record, next) = match fetched {
            Ok(response) => read(target, &response, scope),
            Err(error) => (Record::failed(error), Next::default()),
        };
        record.is_external = target.kind == Kind::External;
        Outcome { record, next, line: None }
    }

    /// Returns the record of the fetch.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the delay between requests that a robots.txt asks for.
    pub(crate) fn crawl_delay(&self) -> Option<Duration> {
        self.next.rules.as_ref()?.crawl_delay
    }
}

/// Returns what an answer says, and where it leads.
fn read(target: &Target, response: &Response, scope: &Scope) -> (Record, Next) {
    let mut record = Record::answered(&target.url, response);
    let mut next = Next::default();
    match (redirect(&target.url, response), &target.kind) {
        (Some(Ok(url)), _) if !is_short(&url) => {
            next.long.extend(LongUrl::of(&url));
            record.leads_nowhere(format!("its Location is longer than {MAX_URL} bytes"));
        }
        (Some(Ok(url)), kind) => {
            let url = Arc::new(url);
            // A robots.txt may be on another host (RFC 9309, section 2.3.1.2).
            let is_robots_txt = matches!(kind, Kind::RobotsTxt { .. });
            let is_followed =
                is_robots_txt && can_fetch(&url, scope.https) || next.includes_or_notes(&url, scope);
            next.redirect = is_followed.then(|| Arc::clone(&url));
            next.anchors = scope.checks.fragments.then(|| Anchors::of_redirect(&target.url, response));
            record.next_url = Some(url);
        }
        (Some(Err(why)), _) => record.leads_nowhere(why),
        (None, Kind::Page) => record.links = next.add_links(&target.url, response, scope),
        (None, Kind::RobotsTxt { .. }) => next.rules = rules(response),
        (None, Kind::External) => {}
    }
    (record, next)
}

impl Next {
    /// Adds the links of a page. Returns how many of them are in scope or are checked.
    fn add_links(&mut self, page: &Url, response: &Response, scope: &Scope) -> u32 {
        let Links { mut urls, long, invalid, beyond, anchors } = page_links(page, response, scope);
        self.long.extend(long);
        self.invalid = invalid;
        self.beyond_max_links = beyond;
        self.anchors = anchors;
        urls.retain(|url| self.includes_or_notes(url, scope));
        self.links = urls;
        u32::try_from(self.links.len()).expect("a page has at most MAX_LINKS links")
    }

    /// Returns whether the crawl may fetch `url`. Notes an https URL that it cannot fetch.
    fn includes_or_notes(&mut self, url: &Url, scope: &Scope) -> bool {
        if url.scheme() == "https" && !scope.https {
            self.https.push(url.clone());
            return false;
        }
        scope.includes(url)
    }
}

/// Returns where a redirect leads (RFC 9110, section 15.4), without a fragment, or why it leads nowhere.
fn redirect(url: &Url, response: &Response) -> Option<Result<Url, String>> {
    match (response.status, response.location.as_deref()) {
        (300 | 301 | 302 | 303 | 307 | 308, Some(location)) => Some(match url.join(location) {
            Ok(url) => Ok(resource(url)),
            Err(error) => Err(format!("its Location is no URL: {error}: {}", url_excerpt(location, SHOWN))),
        }),
        (301 | 302 | 303 | 307 | 308, None) => Some(Err("it has no Location".into())),
        // A 300 without a Location is a page with a choice of links.
        _ => None,
    }
}

/// Returns the links of a response, in scope or not. Only a success with markup has links.
fn page_links(url: &Url, response: &Response, scope: &Scope) -> Links {
    let links = |of: Cow<'_, _>| Links::of_page(&response.body, url, &of, &scope.wanted());
    page_type(response).map(links).unwrap_or_default()
}
