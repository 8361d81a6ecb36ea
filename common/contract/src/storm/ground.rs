//! [`Ground`]: a running site, on which one case after another is crawled.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use practice_site::{Answer, Site};

use super::case::Case;
use super::page::{Page, path};
use crate::tools;

/// How many cases share a site. A site remembers every path, but a new site for each case would use up the ports.
const CASES: usize = 100;

/// A site whose pages are those of the case that is being crawled.
#[derive(Debug)]
pub(super) struct Ground {
    pub site: Site,
    pages: Arc<Mutex<HashMap<String, Answer>>>,
    /// The prefixes of the cases that have been crawled on this site.
    prefixes: HashSet<String>,
}

impl Ground {
    /// Starts a site without pages.
    pub fn start() -> Ground {
        let pages = Arc::<Mutex<HashMap<String, Answer>>>::default();
        let content = Arc::clone(&pages);
        let answer = move |path: &str| Some(lock(&content).get(path).cloned().unwrap_or_else(missing));
        let site = tools::start(Site::builder().content(answer));
        Ground { site, pages, prefixes: HashSet::new() }
    }

    /// Puts the pages of `case` on the site, and returns the prefix of all their paths, which depends on `seed`.
    pub fn take(&mut self, case: &Case, seed: u64) -> String {
        let prefix = prefix(seed);
        // The requests of a failed case would be counted as the next one's.
        if self.prefixes.len() == CASES || self.prefixes.contains(&prefix) || self.site.open() > 0 {
            *self = Ground::start();
        }
        self.prefixes.insert(prefix.clone());
        let answers = (0..).zip(&case.pages).map(|(page, content)| (path(&prefix, page), content));
        *lock(&self.pages) = answers.map(|(path, page)| (path, page.answer(&prefix))).collect();
        prefix
    }
}

/// Returns a prefix of eight letters. Prefixes differ so much that a garbled one is not another one.
fn prefix(seed: u64) -> String {
    let spread = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let letters = (8..16).map(|letter| char::from(b'a' + (spread >> (4 * letter) & 0xf) as u8));
    format!("/{}/", letters.collect::<String>())
}

/// Returns the answer for any other path, to which garbled links may lead.
fn missing() -> Answer {
    Answer::raw(Page::missing().wire(""))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
