//! What a try asks for, and whether a complete answer is the result or the request is made again.
//!
//! A page needs its body, but a URL that is only checked is asked for its head. The bytes of both are kept if the crawl has
//! an archive.

use std::time::{Duration, Instant, SystemTime};

use super::Attempt;
use crate::crawl::options::Options;
use crate::crawl::services::Services;
use crate::crawl::target::Kind;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{Exchange, MAX_HEAD, Request, Response};

impl Attempt {
    /// Returns the bytes of the request.
    pub fn request(&self) -> Vec<u8> {
        self.request_for(false)
    }

    /// Returns the bytes of a request that asks the server to keep the connection open, if the answer is read to its end.
    pub fn persistent_request(&self) -> Vec<u8> {
        self.request_for(self.target.kind != Kind::External)
    }

    fn request_for(&self, is_persistent: bool) -> Vec<u8> {
        let minor = self.options.services.versions.minor(self.url());
        self.current.borrow_mut().minor = minor;
        self.keep_request(
            Request { url: self.url(), minor, is_head: self.asks_for_head.get(), is_persistent }.bytes(),
        )
    }

    /// Returns the most tries. A guess is not worth more than one.
    pub(super) fn max_tries(&self) -> u32 {
        if self.options.is_guess(&self.target) { 1 } else { self.options.max_tries }
    }

    /// Returns the answer if it is the result of the fetch.
    ///
    /// # Errors
    /// If the request is to be made again ([`Cause::AskAgain`]):
    /// - the server refuses HTTP/1.0 (426, 505);
    /// - it asks for a pause (429; 503 with a `Retry-After`) that is not too long, and a try is left. A request that was in
    ///   flight when its host announced the pause loses no try, unless the host refuses all;
    /// - it may have refused only HEAD.
    pub(super) fn accept(&self, response: Response) -> Result<Response, FetchError> {
        let Options { max_wait, services: Services { pacer, versions, .. }, .. } = &*self.options;
        let ask_again = |is_try| Err(self.error(Cause::AskAgain { is_try }));
        match response.status {
            426 | 505 if self.current.borrow().minor == 0 => {
                versions.refuses(self.url());
                ask_again(false)
            }
            429 | 503 => {
                let asked = response.retry_after.or_else(|| self.unnamed_pause(response.status));
                let Some(asked) = asked.filter(|asked| asked <= max_wait) else { return Ok(response) };
                if self.tries() >= self.max_tries() {
                    pacer.refused(self.url(), self.began.get());
                    return Ok(response);
                }
                let (now, asked) = (Instant::now(), asked.max(self.growing_pause()));
                ask_again(pacer.pause(now, self.url(), asked, self.current.borrow().begun))
            }
            400.. if self.may_refuse_head(response.status) => ask_again(false),
            _ => {
                pacer.accepted(Instant::now(), self.url());
                Ok(response)
            }
        }
    }

    /// Returns the pause after an answer that names none, as that of many a server that limits its rate. Three such pauses
    /// take about three seconds, which is enough for a limit of one request a second. A host that refuses all requests is
    /// not asked again so soon.
    fn unnamed_pause(&self, status: u16) -> Option<Duration> {
        let refuses_all = || self.options.services.pacer.refuses_all(self.url());
        (status == 429 && !refuses_all()).then(|| 8 * self.growing_pause())
    }

    /// Returns whether a server that answers HEAD with this status may have refused only the method. If so, further tries
    /// use GET.
    ///
    /// Servers refuse HEAD with all kinds of statuses. Only 429 and 503 do not depend on the method: they say that the
    /// server is busy.
    fn may_refuse_head(&self, status: u16) -> bool {
        !matches!(status, 429 | 503) && self.asks_for_head.replace(false)
    }

    /// Returns whether the URL is asked for again at once because the server did not understand HEAD. After any failure of
    /// a request, further tries use GET; one that timed out costs a try.
    pub(super) fn falls_back_to_get(&self, error: &FetchError) -> bool {
        let is_sent = matches!(error.phase, Phase::Sending | Phase::Reading | Phase::Decoding);
        is_sent && self.asks_for_head.replace(false) && !matches!(error.cause, Cause::Timeout)
    }

    /// Begins the exchange of this try with the bytes of its request, which are returned. Drops that of an earlier one.
    fn keep_request(&self, request: Vec<u8>) -> Vec<u8> {
        if self.options.archive.is_some() && self.target.kind == Kind::Page {
            self.current.borrow_mut().exchange = Some(Box::new(Exchange {
                began: SystemTime::now(),
                via: self.target.via.clone(),
                request: request.clone(),
                answer: Vec::new(),
                is_truncated: false,
            }));
        }
        request
    }

    /// Adds the next bytes of the answer, up to twice the bytes that its body may have: chunks of one byte each may have
    /// thousands of bytes of extensions.
    pub(super) fn keep_answer(&self, bytes: &[u8]) {
        if let Some(exchange) = &mut self.current.borrow_mut().exchange {
            let most = self.options.max_body.saturating_mul(2).saturating_add(MAX_HEAD);
            let fitting = bytes.len().min(most - exchange.answer.len());
            exchange.answer.extend_from_slice(&bytes[..fitting]);
            exchange.is_truncated |= fitting < bytes.len();
        }
    }

    /// Returns the exchange that has led to the response.
    pub(super) fn kept(&self) -> Option<Box<Exchange>> {
        let mut exchange = self.current.borrow_mut().exchange.take()?;
        exchange.trim();
        Some(exchange)
    }
}
