//! The redirects on the way need no new number of their own.
//!
//! One of them may be in flight. When its answer comes, and redirects, its own number says whether that is
//! followed.
//!
//! Dies: crawl::frontier_redirects::a_shorter_path_to_a_redirect_counts_for_what_lies_behind_it
//! Says: store it in each known URL on the way

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let (mut url, mut note) = (url, Some(note));
        let mut is_first = true;
        while let Some(seen) = self.urls.get_mut(url) {
            if let Some(note) = note.take() {
                note(seen);
            }
            if seen.redirects_left >= left {
                return None;
            }
            if std::mem::take(&mut is_first) {
                seen.redirects_left = left;
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
