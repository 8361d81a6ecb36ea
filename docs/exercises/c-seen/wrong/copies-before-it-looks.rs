//! The URL goes into the map anyway, so copy it first.
//!
//! Most links of a site lead to URLs that are known, so most copies are for nothing. A map is asked by reference.
//!
//! Dies: crawl::frontier::a_link_to_a_known_url_allocates_no_memory
//! Says: copy it only if it is new

impl SeenUrls {
    pub(super) fn reach(
        &mut self,
        url: &Url,
        mut left: u16,
        note: impl FnOnce(&mut Seen),
    ) -> Option<Arc<Url>> {
        let (mut url, mut note) = (Arc::new(url.clone()), Some(note));
        while let Some(seen) = self.urls.get_mut(&url) {
            if let Some(note) = note.take() {
                note(seen);
            }
            if seen.redirects_left >= left {
                return None;
            }
            seen.redirects_left = left;
            (url, left) = (Arc::clone(self.redirects.get(&url)?), left.checked_sub(1)?);
        }
        let mut seen = Seen { redirects_left: left, is_root: false, found_on: None };
        if let Some(note) = note {
            note(&mut seen);
        }
        self.urls.insert(Arc::clone(&url), seen);
        Some(url)
    }
}
