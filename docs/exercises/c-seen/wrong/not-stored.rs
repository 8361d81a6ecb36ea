//! More redirects left matter only for the redirects that are followed now.
//!
//! The URL may be in flight. When its answer comes, and redirects, the number says whether that is followed.
//!
//! Dies: crawl::frontier_redirects::a_shorter_path_found_while_the_page_is_in_flight_counts
//! Says: store the larger number

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
            (url, left) = (self.redirects.get(url)?, left.checked_sub(1)?);
        }
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        if let Some(note) = note {
            note(&mut seen);
        }
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
