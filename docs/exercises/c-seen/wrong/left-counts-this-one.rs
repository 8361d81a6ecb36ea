//! The URL itself costs one.
//!
//! Only redirects cost: store `left` as it is, and the caller has reduced it already.
//!
//! Dies: crawl::frontier_redirects::each_link_starts_with_all_redirects
//! Says: store `left` as it is

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
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left.saturating_sub(1), is_root: false, found_on: None };
        if let Some(note) = note {
            note(&mut seen);
        }
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
