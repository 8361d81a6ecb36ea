//! A redirect that is known costs nothing, because it is not fetched again.
//!
//! Then the report would depend on which path was found first. Each redirect on a path counts.
//!
//! Dies: crawl::frontier_redirects::a_shorter_path_found_later_follows_redirects_that_were_out_of_reach
//! Says: each that is followed costs one, the known ones, too

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
            url = self.redirects.get(url)?;
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
