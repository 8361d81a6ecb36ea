//! [`SeenUrls`]: which URLs a crawl has seen, and how many redirects it may follow from each.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use url::Url;

/// The URLs that have been seen, and the redirects between them.
#[derive(Debug, Default)]
pub(super) struct SeenUrls {
    urls: HashMap<Arc<Url>, Seen>,
    /// The target of each redirect.
    redirects: HashMap<Arc<Url>, Arc<Url>>,
}

/// What is known of a URL that was seen. It is small because there is one for each URL.
#[derive(Debug)]
pub(super) struct Seen {
    /// How many redirects may be followed from here: the most that any path to it has left.
    redirects_left: u16,
    pub(super) is_root: bool,
    /// The number of the record that the URL was found on, counted from 1.
    found_on: Option<NonZeroU32>,
}

impl Seen {
    /// Returns the index of the record that the URL was found on.
    pub(super) fn found_on(&self) -> Option<usize> {
        self.found_on.map(|number| number.get() as usize - 1)
    }

    /// Sets the index of the record that the URL was found on.
    pub(super) fn find_on(&mut self, record: usize) {
        let number = u32::try_from(record + 1).expect("records outnumber memory before they outnumber u32");
        self.found_on = NonZeroU32::new(number);
    }
}

impl SeenUrls {
    pub(super) fn contains(&self, url: &Url) -> bool {
        self.urls.contains_key(url)
    }

    /// Returns whether `url` redirects to a URL that no path had redirects left for.
    pub(super) fn is_cut(&self, url: &Url) -> bool {
        self.redirects.get(url).is_some_and(|next| !self.contains(next))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Arc<Url>, &Seen)> {
        self.urls.iter()
    }

    pub(super) fn get(&self, url: &Url) -> Option<&Seen> {
        self.urls.get(url)
    }

    pub(super) fn get_mut(&mut self, url: &Url) -> Option<&mut Seen> {
        self.urls.get_mut(url)
    }

    /// Records that the crawl starts at `url`. Returns it if it is new.
    pub(super) fn start_at(&mut self, url: &Url, redirects_left: u16) -> Option<Arc<Url>> {
        self.reach(url, redirects_left, |seen| seen.is_root = true)
    }

    /// Records that `url` redirects to `next`. Returns a newly found URL.
    pub(super) fn redirect(&mut self, url: &Arc<Url>, next: Arc<Url>) -> Option<Arc<Url>> {
        self.redirects.insert(Arc::clone(url), Arc::clone(&next));
        let left = self.urls.get(url).map_or(0, |seen| seen.redirects_left);
        self.reach(&next, left.checked_sub(1)?, |_| {})
    }

    /// Records that `url` is reachable with `left` redirects to spare. Returns a newly found URL.
    ///
    /// `note` changes the entry of `url`. It is a parameter so that one look-up serves both, because a page has many links.
    pub(super) fn reach(&mut self, url: &Url, left: u16, note: impl FnOnce(&mut Seen)) -> Option<Arc<Url>> {
        if let Some(seen) = self.urls.get_mut(url) {
            note(seen);
            // Most paths have no more to spare than an earlier one, and need no second look-up.
            return if left > seen.redirects_left { self.reach_again(url, left) } else { None };
        }
        // A copy has no spare capacity.
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        note(&mut seen);
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }

    /// Records that a path with `left` redirects to spare leads to a known URL. Returns a URL behind its redirects that is newly
    /// found, because no earlier path had redirects left for it.
    fn reach_again(&mut self, url: &Url, left: u16) -> Option<Arc<Url>> {
        let (mut url, mut left) = (url, left);
        while let Some(seen) = self.urls.get_mut(url) {
            if seen.redirects_left >= left {
                return None;
            }
            seen.redirects_left = left;
            // A redirect that was out of reach is followed now.
            (url, left) = (self.redirects.get(url)?, left.checked_sub(1)?);
        }
        let url = url.clone();
        self.reach(&url, left, |_| {})
    }
}
