//! A new URL has no note yet: `note` changes a `Seen` that is there.
//!
//! The note is about the link that leads to the URL. The first link finds it new, and counts most of all.
//!
//! Dies: crawl::frontier_found_on::a_new_url_has_its_note
//! Says: call `note` for a URL that is new, too

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
        let seen = Seen { redirects_left: left, is_root: false, found_on: None };
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
