//! The note is for the URL at which the redirects end.
//!
//! It is about `url`, which the page links to. Otherwise the report says that the page links to the end of the redirects, and
//! forgets where `url` was found.
//!
//! Dies: crawl::frontier_found_on::a_link_to_a_known_redirect_is_noted
//! Says: call `note` with the `Seen` of `url`

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let mut url = url;
        while let Some(seen) = self.urls.get_mut(url) {
            if seen.redirects_left >= left {
                note(seen);
                return None;
            }
            seen.redirects_left = left;
            let (Some(next), Some(rest)) = (self.redirects.get(url), left.checked_sub(1)) else {
                note(seen);
                return None;
            };
            url = next;
            left = rest;
        }
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        note(&mut seen);
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
