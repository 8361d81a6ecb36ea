//! [`Case`]: a small site, and the options of its crawl.

use std::time::Duration;

use common::Options;
use practice_site::Site;

use super::fault::{End, Fault};
use super::page::{Page, error, path};
use crate::running::LONG;
use crate::tools::{pages_of, start};

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
    /// Starts the site.
    pub fn start(&self) -> Site {
        let pages = self.pages.iter().enumerate().map(|(number, page)| (path(number), page.answer()));
        start(pages_of(pages).content(|_| Some(missing().answer())))
    }

    /// Returns the page of this path and query. Those to which garbled links lead are missing.
    pub fn page(&self, path_and_query: &str) -> Page {
        let mut pages = self.pages.iter().enumerate();
        let page = pages.find(|(number, _)| path(*number) == path_and_query);
        page.map_or_else(missing, |(_, page)| page.clone())
    }

    /// Returns the options of a crawl of `site`.
    pub fn options(&self, site: &Site) -> Options {
        Options {
            max_tasks: self.max_tasks,
            max_tries: self.max_tries,
            max_redirects: self.max_redirects,
            max_body: self.max_body,
            // If no answer stalls, a timeout means a lost wake-up.
            timeout: if self.is_hasty() { SHORT } else { LONG / 2 },
            ..Options::new([site.url(&path(0))])
        }
    }

    /// Returns whether some answer stalls, so that its tries end by a short deadline.
    ///
    /// On a busy machine, other tries may miss the short deadline as well.
    pub fn is_hasty(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.faults).any(|fault| fault.end == End::Stall)
    }
}

fn missing() -> Page {
    Page { wire: error(404), faults: vec![Fault::default()] }
}
