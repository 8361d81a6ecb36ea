//! A URL that has been seen leads to nothing new.
//!
//! It may have been seen at the end of a long chain of redirects, with none left. From a link, the chain may
//! go on.
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
        if let Some(seen) = self.urls.get_mut(url) {
            note(seen);
            return None;
        }
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        note(&mut seen);
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
