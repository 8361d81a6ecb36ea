//! A URL that is reached with more redirects to spare is fetched again.
//!
//! Its answer is known, or on its way. If it was a redirect, follow the one in `redirects`. Otherwise,
//! nothing is new.
//!
//! Dies: crawl::frontier_redirects::a_url_that_has_been_fetched_is_not_fetched_again
//! Says: no reason to fetch

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        if let Some(seen) = self.urls.get_mut(url) {
            note(seen);
            if seen.redirects_left >= left {
                return None;
            }
            seen.redirects_left = left;
            return Some(Arc::new(url.clone()));
        }
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        note(&mut seen);
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
