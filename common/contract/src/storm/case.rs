//! [`Case`]: a small site, and the options of its crawl.

use std::time::Duration;

use common::Options;

use super::page::Page;
use crate::running::LONG;

/// Long enough for most tries without a fault, and short enough for a test to wait for.
const SHORT: Duration = Duration::from_millis(300);

/// A site, and a crawl of it from the first page on.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub pages: Vec<Page>,
    pub max_tasks: usize,
    pub max_tries: u32,
    pub max_redirects: u16,
    pub max_body: usize,
}

impl Case {
    /// Sets the options of a crawl.
    pub fn apply(&self, options: &mut Options) {
        options.max_tasks = self.max_tasks;
        options.max_tries = self.max_tries;
        options.max_redirects = self.max_redirects;
        options.max_body = self.max_body;
        // If no answer stalls, a timeout means a lost wake-up.
        options.timeout = if self.is_hasty() { SHORT } else { LONG / 2 };
    }

    /// Returns whether some answer stalls, so that its tries end by a short deadline.
    ///
    /// On a busy machine, other tries may miss the short deadline as well.
    pub fn is_hasty(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.faults).any(|fault| fault.is_stall())
    }
}
