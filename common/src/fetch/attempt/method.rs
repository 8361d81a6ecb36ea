//! The method of a try: a page needs its body, but a URL out of scope is asked for its head alone.

use super::Attempt;
use crate::crawl::target::Kind;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{Response, head_request, persistent_request, request};

impl Attempt {
    /// Returns the bytes of the request.
    pub fn request(&self) -> Vec<u8> {
        if self.asks_for_head.get() { head_request(self.url()) } else { request(self.url()) }
    }

    /// Returns the bytes of the request, which asks the server to keep the connection open if the answer will be read to
    /// its end.
    pub fn persistent_request(&self) -> Vec<u8> {
        if self.target.kind == Kind::External { self.request() } else { persistent_request(self.url()) }
    }

    /// Returns the response, unless the server may have refused only its method.
    ///
    /// Servers refuse HEAD with all kinds of statuses. A status that asks for patience is believed.
    pub(super) fn accept_method(&self, response: Option<Response>) -> Result<Option<Response>, Cause> {
        let is_refusal = |status| status >= 400 && !matches!(status, 429 | 503);
        match response {
            Some(Response { status, .. }) if self.asks_for_head.get() && is_refusal(status) => {
                Err(Cause::NoHead(status))
            }
            response => Ok(response),
        }
    }

    /// Returns whether the URL is asked for again at once because the server did not understand HEAD. After any failure of
    /// a request, further tries use GET; one that timed out costs a try.
    pub(super) fn falls_back_to_get(&self, error: &FetchError) -> bool {
        let is_sent = !matches!(error.phase, Phase::Resolving | Phase::Connecting);
        is_sent && self.asks_for_head.replace(false) && !matches!(error.cause, Cause::Timeout)
    }
}
