//! The method of a try: a page needs its body, but a URL that is only checked is asked for its head.

use super::Attempt;
use crate::crawl::target::Kind;
use crate::fetch::error::{Cause, FetchError, Phase};

impl Attempt {
    /// Returns whether the URL is only checked, so the body of an answer is not read.
    pub(super) fn is_check(&self) -> bool {
        self.target.kind == Kind::External
    }

    /// Returns whether a server that answers HEAD with this status may have refused only the method. If so, further tries
    /// use GET.
    ///
    /// Servers refuse HEAD with all kinds of statuses. Only 429 and 503 do not depend on the method: they say that the
    /// server is busy.
    pub(super) fn may_refuse_head(&self, status: u16) -> bool {
        !matches!(status, 429 | 503) && self.asks_for_head.replace(false)
    }

    /// Returns whether the URL is asked for again at once because the server did not understand HEAD. After any failure of
    /// a request, further tries use GET; one that timed out costs a try.
    pub(super) fn falls_back_to_get(&self, error: &FetchError) -> bool {
        let is_sent = matches!(error.phase, Phase::Sending | Phase::Reading | Phase::Decoding);
        is_sent && self.asks_for_head.replace(false) && !matches!(error.cause, Cause::Timeout)
    }
}
