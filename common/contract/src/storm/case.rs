//! [`Case`]: a small site, and the options of its crawl.

use std::time::Duration;

use common::Options;

use super::page::Page;
use crate::running::HUNG;

/// Long enough for most tries that nothing holds up, short enough to wait for.
const SHORT: Duration = Duration::from_millis(300);

/// A site and a crawl of it, which starts at the first page.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub pages: Vec<Page>,
    pub max_tasks: usize,
    pub max_tries: u32,
    pub max_redirects: u16,
    pub max_body: usize,
    /// How many connections are reset as soon as they are accepted; all of them are the first page's.
    pub resets: u64,
}

impl Case {
    /// Says so to a crawl.
    pub fn apply(&self, options: &mut Options) {
        options.max_tasks = self.max_tasks;
        options.max_tries = self.max_tries;
        options.max_redirects = self.max_redirects;
        options.max_body = self.max_body;
        // Where nothing waits for it, a deadline that passes is a wake-up that was lost.
        options.timeout = if self.is_hasty() { SHORT } else { HUNG / 2 };
    }

    /// Whether some answer never ends, so that the deadline must: then it may be missed elsewhere, too, when the machine
    /// is busy.
    pub fn is_hasty(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.faults).any(|fault| fault.is_stall())
    }
}
