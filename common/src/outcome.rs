//! [`Outcome`]: what a finished fetch means.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use crate::error::{Cause, FetchError, Phase};
use crate::frontier::Target;
use crate::http::Response;
use crate::links::{has_links, is_short, links, resource};
use crate::options::Options;
use crate::report::Record;
use crate::scope::Scope;

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
    pub(crate) links: Vec<Arc<Url>>,
    /// Where the redirect leads, if that is in scope.
    pub(crate) redirect: Option<Arc<Url>>,
    /// What https would be needed for.
    pub(crate) https: Vec<Url>,
}

impl Outcome {
    /// Makes out what `fetched` means: a page with links, a redirect, or a failure.
    ///
    /// Pure but for the caller's hook and the progress line, and costly for large pages: call it
    /// with no lock held.
    pub fn of(
        target: &Target,
        fetched: Result<Response, FetchError>,
        scope: &Scope,
        options: &Options,
    ) -> Outcome {
        let response = match fetched {
            Ok(response) => response,
            Err(error) => return Outcome::new(Record::failed(error), Next::default(), options),
        };
        if let Some(hook) = &options.on_response {
            hook.call(&target.url, &response);
        }
        let mut record = Record::answered(&target.url, &response);
        let mut next = Next::default();
        if let Some(url) = redirect(&target.url, &response) {
            record.next_url = Some(url.clone());
            next.redirect = next.admit(url, scope);
        } else {
            next.links =
                page_links(&target.url, &response).filter_map(|url| next.admit(url, scope)).collect();
            record.links = next.links.len();
        }
        Outcome::new(record, next, options)
    }

    /// The outcome of a fetch whose code panicked with `payload`.
    pub fn panicked(target: &Target, payload: &(dyn Any + Send), options: &Options) -> Outcome {
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let cause = Cause::Panic(message.unwrap_or("no message").into());
        let error = FetchError::new(&target.url, Phase::Decoding, 1, Duration::ZERO, cause);
        Outcome::new(Record::failed(error), Next::default(), options)
    }

    fn new(record: Record, next: Next, options: &Options) -> Outcome {
        options.progress.ended(&record);
        Outcome { record, next }
    }
}

impl Next {
    /// Returns `url` if the crawl may go there; an https URL is noted.
    fn admit(&mut self, url: Url, scope: &Scope) -> Option<Arc<Url>> {
        if url.scheme() == "https" {
            self.https.push(url);
            return None;
        }
        scope.admits(&url).then(|| Arc::new(url))
    }
}

/// Where a response redirects to (RFC 9110, section 15.4), without a fragment.
fn redirect(url: &Url, response: &Response) -> Option<Url> {
    if !matches!(response.status, 300 | 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    url.join(response.location.as_deref()?).ok().map(resource).filter(is_short)
}

/// The links of a response, in scope or not; only a 200 with markup has any.
fn page_links(url: &Url, response: &Response) -> impl Iterator<Item = Url> {
    let content_type = response.content_type.as_ref().filter(|of| response.status == 200 && has_links(of));
    content_type.map(|of| links(&response.body, url, of)).into_iter().flatten()
}
