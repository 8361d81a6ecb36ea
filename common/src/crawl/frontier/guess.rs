//! Roots that were typed without a scheme. The crawl guesses https, and goes on with http if https gives no answer.

use std::sync::Arc;

use super::Frontier;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::FetchError;
use crate::report::Record;

impl Frontier {
    /// Replaces a root by the same URL with http, if its scheme was a guess and https has given no answer. Returns the new
    /// targets, or `None` if nothing was replaced.
    ///
    /// After an error of TLS it replaces nothing: over http, the server could be trusted even less.
    pub(super) fn fall_back(&mut self, target: &Target, record: &Record) -> Option<Vec<Target>> {
        let is_untrusted = |error: &FetchError| error.cause.kind() == "tls";
        let why =
            record.error.as_ref().filter(|error| self.options.is_guess(target) && !is_untrusted(error))?;
        let root = self.report.roots.iter_mut().find(|root| target.is_for(root))?;
        let mut http = (**root).clone();
        // A URL of a special scheme takes any other special one.
        http.set_scheme("http").ok()?;
        let guess = std::mem::replace(root, Arc::new(http));
        self.report.fell_back.push((Arc::clone(root), why.to_string()));
        let new = self.seen.start_at(root, self.options.max_redirects);
        // If a page links to the https URL, that is a new URL, which fails on its own.
        self.seen.forget(&guess);
        if let (Some(gate), Kind::RobotsTxt { of }) = (&mut self.gate, &target.kind) {
            gate.forget(of);
        }
        self.report.unfinished -= 1;
        self.pages_left = self.pages_left.saturating_add(1);
        Some(self.hand_out(new.into_iter().collect(), None))
    }
}
