//! It is enough to look one redirect further.
//!
//! The target of a known redirect may be a known redirect, too. Only a loop comes to the end of the chain.
//!
//! Dies: frontier_redirects::a_shorter_path_found_later_follows_redirects_that_were_out_of_reach
//! Says: follow the known redirects, up to a new URL

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let (mut url, mut note) = (url, Some(note));
        if let Some(seen) = self.urls.get_mut(url) {
            if let Some(note) = note.take() {
                note(seen);
            }
            if seen.redirects_left >= left {
                return None;
            }
            seen.redirects_left = left;
            (url, left) = (self.redirects.get(url)?, left.checked_sub(1)?);
            if self.urls.contains_key(url) {
                return None;
            }
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
