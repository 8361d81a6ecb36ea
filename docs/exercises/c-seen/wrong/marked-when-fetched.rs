//! A URL has been seen when it has been fetched, so finding it marks nothing.
//!
//! While a page is in flight, other pages may link to it. Whatever finds it must also mark it, in one step.
//!
//! Dies: crawl::frontier::a_url_is_seen_as_soon_as_it_is_found
//! Says: mark a URL as seen when it is found, not when it was fetched

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let (mut url, mut note) = (url, Some(note));
        while let Some(seen) = self.urls.get_mut(url) {
            if let Some(note) = note.take() {
                note(seen);
            }
            if seen.redirects_left >= left {
                return None;
            }
            seen.redirects_left = left;
            (url, left) = (self.redirects.get(url)?, left.checked_sub(1)?);
        }
        Some(Arc::new(url.clone()))
    }
}
