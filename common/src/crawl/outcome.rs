//! [`Outcome`]: what a finished fetch means.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use robotxt::Robots;
use url::Url;

use crate::crawl::options::Options;
use crate::crawl::robots::rules::rules;
use crate::crawl::scope::admits;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::Response;
use crate::page::links::{Links, LongUrl, has_links, is_short, resource};
use crate::report::Record;
use crate::text::panic_message;

/// What a finished fetch means: what to report, and where it leads.
#[derive(Debug)]
pub struct Outcome {
    pub(crate) record: Record,
    pub(crate) next: Next,
}

/// Where a finished fetch leads.
#[derive(Debug, Default)]
pub(crate) struct Next {
    /// The links of the page that are in scope.
    pub(crate) links: Vec<Url>,
    /// Where the redirect leads, if that is in scope.
    pub(crate) redirect: Option<Arc<Url>>,
    /// Of a robots.txt: its rules.
    pub(crate) rules: Option<Box<Robots>>,
    /// What https would be needed for.
    pub(crate) https: Vec<Url>,
    /// What is too long to be followed.
    pub(crate) long: BTreeSet<LongUrl>,
    /// How many links of the page were too many to be looked at.
    pub(crate) beyond_max_links: usize,
}

impl Outcome {
    /// Makes out what `fetched` means: a page with links, a redirect, or a failure.
    ///
    /// Costly for large pages: call it with no lock held. It runs the caller's hook, and tells the
    /// progress line. A panic on the way is the page's failure, and nobody else's.
    pub fn of(target: &Target, fetched: Result<Response, FetchError>, options: &Options) -> Outcome {
        let read = |response| Outcome::read(target, &response, options);
        match fetched {
            // Nothing that the closure leaves half-done is looked at again.
            Ok(response) => {
                let (tries, elapsed) = (response.tries, response.elapsed);
                catch_unwind(AssertUnwindSafe(|| read(response)))
                    .unwrap_or_else(|panic| Outcome::of_panic(target, tries, elapsed, &*panic, options))
            }
            Err(error) => Outcome::new(Record::failed(error), Next::default(), options),
        }
    }

    fn read(target: &Target, response: &Response, options: &Options) -> Outcome {
        let is_page = target.rules_of.is_none();
        if let Some(hook) = options.on_response.as_ref().filter(|_| is_page) {
            hook.call(&target.url, response);
        }
        let mut record = Record::answered(&target.url, response);
        let mut next = Next::default();
        let location = redirect(&target.url, response);
        next.long.extend(location.as_ref().and_then(LongUrl::of));
        if let Some(url) = location.filter(is_short).map(Arc::new) {
            next.redirect = next.admit_or_note(&url, options).then(|| Arc::clone(&url));
            record.next_url = Some(url);
        } else if !is_page {
            next.rules = rules(response).map(Box::new);
        } else {
            let Links { urls, long, beyond } = page_links(&target.url, response);
            next.long.extend(long);
            next.beyond_max_links = beyond;
            next.links = urls.into_iter().filter(|url| next.admit_or_note(url, options)).collect();
            record.links = u32::try_from(next.links.len()).expect("a page has no more than MAX_LINKS");
        }
        Outcome::new(record, next, options)
    }

    /// The outcome of a fetch whose own code panicked with `payload`; its tries and time are lost.
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
        Outcome::new(Record::failed(error), Next::default(), options)
    }

    fn new(record: Record, next: Next, options: &Options) -> Outcome {
        options.progress.ended(&record);
        Outcome { record, next }
    }

    /// What is to be reported.
    pub fn record(&self) -> &Record {
        &self.record
    }
}

impl Next {
    /// Whether the crawl may go to `url`; an https URL is noted.
    fn admit_or_note(&mut self, url: &Url, options: &Options) -> bool {
        if url.scheme() == "https" {
            self.https.push(url.clone());
            return false;
        }
        admits(options, url)
    }
}

/// Where a response redirects to (RFC 9110, section 15.4), without a fragment.
fn redirect(url: &Url, response: &Response) -> Option<Url> {
    if !matches!(response.status, 300 | 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    url.join(response.location.as_deref()?).ok().map(resource)
}

/// The links of a response, in scope or not; only a 200 with markup has any.
fn page_links(url: &Url, response: &Response) -> Links {
    let content_type = response.content_type.as_ref().filter(|of| response.status == 200 && has_links(of));
    content_type.map(|of| Links::of_page(&response.body, url, of)).unwrap_or_default()
}
