//! Only a new URL needs its note.
//!
//! The note says on which page a link to the URL was found. The first page in the order of the report counts,
//! and not the first that was fetched. So each link is noted.
//!
//! Dies: crawl::frontier_found_on::a_link_is_new_on_one_page_only
//! Says: call `note` for a URL that is known, too

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
                return None;
            }
            seen.redirects_left = left;
            (url, left) = (self.redirects.get(url)?, left.checked_sub(1)?);
        }
        let url = Arc::new(url.clone());
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        note(&mut seen);
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
