//! [`Outcome`]: what a finished fetch means.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::crawl::scope::Scope;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::FetchError;
use crate::fetch::http::Response;
use crate::page::links::{Links, LongUrl, MAX_URL, SHOWN, Wanted, is_short, resource};
use crate::page::sniff::page_type;
use crate::report::Record;
use crate::text::url_excerpt;

/// What a finished fetch means: its record for the report, and where it leads.
#[derive(Debug)]
pub struct Outcome {
    /// Its record for the report.
    pub record: Record,
    /// Where it leads.
    pub next: Next,
    /// What has been read in the answer by what stands [around](crate::around) the crawl, for its own use.
    pub noted: Option<Box<dyn Any + Send>>,
}

/// Where a finished fetch leads.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Next {
    /// The links of the page that are in scope.
    pub links: Vec<Url>,
    /// The target of the redirect, if it is in scope.
    pub redirect: Option<Arc<Url>>,
    /// The https URLs that were linked to, if the crawl cannot fetch them.
    pub https: Vec<Url>,
    /// The URLs that are too long to be followed.
    pub long: BTreeSet<LongUrl>,
    /// How many links were not read because the page has too many.
    pub beyond_max_links: usize,
}

impl Outcome {
    /// Returns what `fetched` means in a crawl of this scope: a page with links, a redirect, or a failure.
    pub fn of(target: &Target, fetched: Result<&Response, FetchError>, scope: &Scope) -> Outcome {
        let (record, next) = match fetched {
            Ok(response) => read(target, response, scope),
            Err(error) => (Record::failed(error), Next::default()),
        };
        Outcome { record, next, noted: None }
    }
}

/// Returns what an answer says, and where it leads.
fn read(target: &Target, response: &Response, scope: &Scope) -> (Record, Next) {
    let mut record = Record::answered(&target.url, response);
    let mut next = Next::default();
    match redirect(&target.url, response) {
        Some(Ok(url)) if !is_short(&url) => {
            next.long.extend(LongUrl::of(&url));
            record.leads_nowhere(format!("its Location is longer than {MAX_URL} bytes"));
        }
        Some(Ok(url)) => {
            let url = Arc::new(url);
            next.redirect = next.includes_or_notes(&url, scope).then(|| Arc::clone(&url));
            record.next_url = Some(url);
        }
        Some(Err(why)) => record.leads_nowhere(why),
        None if target.kind == Kind::Page => record.links = next.add_links(&target.url, response, scope),
        None => {}
    }
    (record, next)
}

impl Next {
    /// Adds the links of a page. Returns how many of them are in scope.
    fn add_links(&mut self, page: &Url, response: &Response, scope: &Scope) -> u32 {
        let Links { mut urls, long, beyond, .. } = page_links(page, response, &scope.wanted());
        self.long.extend(long);
        self.beyond_max_links = beyond;
        urls.retain(|url| self.includes_or_notes(url, scope));
        self.links = urls;
        u32::try_from(self.links.len()).expect("a page has at most MAX_LINKS links")
    }

    /// Returns whether the crawl may fetch `url`. Notes an https URL that it cannot fetch.
    fn includes_or_notes(&mut self, url: &Url, scope: &Scope) -> bool {
        if url.scheme() == "https" && !scope.can_fetch(url) {
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

/// Returns the links of a response, in scope or not, and what else is `wanted` of it. Only a success with markup has links.
pub fn page_links(url: &Url, response: &Response, wanted: &Wanted<'_>) -> Links {
    let links = |of: Cow<'_, _>| Links::of_page(&response.body, url, &of, wanted);
    page_type(response).map(links).unwrap_or_default()
}
