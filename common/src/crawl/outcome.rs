//! [`Outcome`]: what a finished fetch means.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::crawl::options::Options;
use crate::crawl::robots::{Learned, Rules, rules};
use crate::crawl::scope::{admits, is_checked};
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::Response;
use crate::page::links::{Anchors, Links, LongUrl, MAX_URL, SHOWN, has_links, is_short, resource};
use crate::page::sniff::sniff;
use crate::report::Record;
use crate::text::{panic_message, url_excerpt};
use trace::Event;

/// What a finished fetch means: its record for the report, and where it leads.
#[derive(Debug)]
pub struct Outcome {
    pub(crate) record: Record,
    pub(crate) next: Next,
    /// The line for the journal, if there is one.
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
    /// How many links were not read because the page has too many.
    pub(crate) beyond_max_links: usize,
}

impl Outcome {
    /// Returns what `fetched` means: a page with links, a redirect, or a failure.
    ///
    /// Calls the hooks in the options and informs the observer. If the hook panics, only this page fails.
    /// The call is costly for a large page, so hold no lock meanwhile.
    pub fn of(target: &Target, fetched: Result<Response, FetchError>, options: &Options) -> Outcome {
        let response = match fetched {
            Ok(response) => response,
            Err(error) => return Outcome::new(target, Record::failed(error), Next::default(), options),
        };
        // After a panic, nothing that the closure has touched is used again.
        catch_unwind(AssertUnwindSafe(|| Outcome::read(target, &response, options))).unwrap_or_else(|panic| {
            Outcome::of_panic(target, response.tries, response.elapsed, &*panic, options)
        })
    }

    fn read(target: &Target, response: &Response, options: &Options) -> Outcome {
        let is_page = target.kind == Kind::Page;
        let is_robots_txt = matches!(target.kind, Kind::RobotsTxt { .. });
        for hook in [&options.archive, &options.on_response].into_iter().flatten().filter(|_| is_page) {
            hook.call(&target.url, response);
        }
        let mut record = Record::answered(&target.url, response);
        let mut next = Next::default();
        match redirect(&target.url, response) {
            Some(Ok(url)) if !is_short(&url) => {
                next.long.extend(LongUrl::of(&url));
                record.leads_nowhere(format!("its Location is longer than {MAX_URL} bytes"));
            }
            Some(Ok(url)) => {
                let url = Arc::new(url);
                // A robots.txt may be on another host (RFC 9309, section 2.3.1.2).
                let is_admitted =
                    (is_robots_txt && options.can_fetch(&url)) || next.admit_or_note(&url, options);
                next.redirect = is_admitted.then(|| Arc::clone(&url));
                next.anchors = options.checks.fragments.then(|| Anchors::of_redirect(&target.url, response));
                record.next_url = Some(url);
            }
            Some(Err(why)) => record.leads_nowhere(why),
            None if is_page => record.links = next.add_links(&target.url, response, options),
            None if is_robots_txt => next.rules = rules(response),
            None => {}
        }
        Outcome::new(target, record, next, options)
    }

    /// Returns the links of the page that are in scope or are checked.
    pub fn links(&self) -> &[Url] {
        &self.next.links
    }

    /// Returns the target of the redirect that is to be followed.
    pub fn redirect(&self) -> Option<&Arc<Url>> {
        self.next.redirect.as_ref()
    }

    /// Returns what a fetch of a robots.txt has come to, if `redirects_left` more redirects may be followed.
    pub fn learned(&self, redirects_left: u32) -> Learned {
        Learned::of(self.next.redirect.clone(), self.next.rules.clone(), redirects_left)
    }

    /// Returns the outcome of a fetch that panicked with `payload`. Its tries and its time are lost.
    pub fn panicked(target: &Target, payload: &(dyn Any + Send), options: &Options) -> Outcome {
        Outcome::of_panic(target, 1, Duration::ZERO, payload, options)
    }

    fn of_panic(
        target: &Target,
        tries: u32,
        elapsed: Duration,
        payload: &(dyn Any + Send),
        options: &Options,
    ) -> Outcome {
        let cause = Cause::Panic(panic_message(payload).into());
        let error = FetchError::new(&target.url, Phase::Decoding, tries, elapsed, cause);
        Outcome::new(target, Record::failed(error), Next::default(), options)
    }

    fn new(target: &Target, mut record: Record, next: Next, options: &Options) -> Outcome {
        record.is_external = target.kind == Kind::External;
        options.services.progress.ended(&record);
        trace::note(|| {
            let status = || record.status.unwrap_or_default().to_string();
            let outcome = record.failure().unwrap_or_else(status);
            Event::Done { target: record.url.to_string(), outcome }
        });
        let line = options.services.journal.line(target, &record, &next);
        Outcome { record, next, line }
    }
}

impl Next {
    /// Adds the links of a page. Returns how many of them are in scope or are checked.
    fn add_links(&mut self, page: &Url, response: &Response, options: &Options) -> u32 {
        let Links { urls, long, beyond, anchors } = page_links(page, response, options);
        self.long.extend(long);
        self.beyond_max_links = beyond;
        self.anchors = anchors;
        for url in urls.into_iter().take_while(|_| !options.services.interrupt.is_triggered()) {
            if self.admit_or_note(&url, options) {
                self.links.push(url);
            }
        }
        u32::try_from(self.links.len()).expect("a page has at most MAX_LINKS links")
    }

    /// Returns whether the crawl may fetch `url`. Notes an https URL that it cannot fetch.
    fn admit_or_note(&mut self, url: &Url, options: &Options) -> bool {
        if url.scheme() == "https" && !options.https {
            self.https.push(url.clone());
            return false;
        }
        admits(options, url) || is_checked(options, url)
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
fn page_links(url: &Url, response: &Response, options: &Options) -> Links {
    let is_over = || options.services.interrupt.is_triggered();
    if !matches!(response.status, 200..300) || is_over() {
        return Links::default();
    }
    let declared = response.content_type.as_ref().map(Cow::Borrowed);
    let content_type = declared.or_else(|| sniff(&response.body).map(Cow::Owned)).filter(|of| has_links(of));
    let anchors = options.checks.fragments;
    content_type.map(|of| Links::of_page(&response.body, url, &of, anchors, is_over)).unwrap_or_default()
}
