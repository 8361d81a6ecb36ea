//! The URL that was looked up is the one that has been found.
//!
//! Behind known redirects, another one is found. It must be marked, or the next link to it finds it again.
//!
//! Dies: crawl::frontier_redirects::a_url_behind_a_known_redirect_is_seen_when_it_is_found
//! Says: mark the URL that you return

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let first = Arc::new(url.clone());
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
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        if let Some(note) = note {
            note(&mut seen);
        }
        self.urls.insert(first, seen);
        Some(url)
    }
}
