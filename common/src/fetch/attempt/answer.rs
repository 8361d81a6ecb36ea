//! What a try asks for, and whether a complete answer is the result or the request is made again.
//!
//! A page needs its body, but a URL that is only checked is asked for its head.

use std::mem;
use std::time::{Duration, Instant};

use super::Attempt;
use crate::crawl::services::Services;
use crate::fetch::error::{Again, Cause, FetchError};
use crate::fetch::http::{Request, Response};

impl Attempt {
    /// Returns the bytes of the request.
    pub fn request(&self) -> Vec<u8> {
        self.request_for(false)
    }

    pub(super) fn request_for(&self, is_persistent: bool) -> Vec<u8> {
        let mut rare = self.rare.borrow_mut();
        let (minor, is_head) = (rare.minor, rare.asks_for_head);
        let request = Request { url: self.url(), minor, is_head, is_persistent }.bytes();
        rare.kept.sends(&request, self.target.via.as_ref());
        request
    }

    /// Returns the answer if it is the result of the fetch.
    ///
    /// # Errors
    /// If the request is to be made again:
    /// - the server refuses HTTP/1.0 (426, 505);
    /// - it asks for a pause (429; 503 with a `Retry-After`) that is not too long, and a try is left. A request that was in
    ///   flight when its host announced the pause loses no try, unless the host refuses all;
    /// - it may have refused only HEAD.
    pub fn accept(&self, response: Response) -> Result<Response, FetchError> {
        let Services { options, pacer, .. } = &*self.services;
        let again = |again| Err(self.error(Cause::Again(again)));
        match response.status {
            426 | 505 if mem::replace(&mut self.rare.borrow_mut().minor, 1) == 0 => again(Again::AtOnce),
            429 | 503 => {
                let asked = response.retry_after.or_else(|| self.unnamed_pause(response.status));
                let Some(asked) = asked.filter(|asked| *asked <= options.max_wait) else {
                    return Ok(response);
                };
                if self.current.borrow().number >= options.max_tries {
                    pacer.refused(self.url(), self.first_planned.get());
                    return Ok(response);
                }
                let (asked, requested_at) =
                    (asked.max(self.growing_pause()), self.current.borrow().requested_at);
                let costs_try = pacer.pause(Instant::now(), self.url(), asked, requested_at);
                again(if costs_try { Again::NextTry } else { Again::AtOnce })
            }
            400.. if self.may_refuse_head(response.status) => again(Again::AtOnce),
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
        let refuses_all = || self.services.pacer.refuses_all(self.url());
        (status == 429 && !refuses_all()).then(|| 8 * self.growing_pause())
    }

    /// Returns whether a server that answers HEAD with this status may have refused only the method. If so, further tries
    /// use GET.
    ///
    /// Servers refuse HEAD with all kinds of statuses. Only 429 and 503 do not depend on the method: they say that the
    /// server is busy.
    fn may_refuse_head(&self, status: u16) -> bool {
        !matches!(status, 429 | 503) && mem::take(&mut self.rare.borrow_mut().asks_for_head)
    }
}
