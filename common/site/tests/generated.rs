//! Generated sites: their shape. The tests of `cargo workshop site` show more of them.

mod site_client;

use practice_site::{Generated, Site};
use site_client::{body, links};

#[test]
fn a_page_has_as_many_links_as_there_should_be_or_other_pages_are() {
    for (pages, most, expected) in [(21, 3, 3), (21, 20, 20), (3, 100, 2), (1, 1, 0)] {
        let site = Generated { pages, links: most, size: 0 };
        let site = Site::builder().content(move |path| site.answer(path)).start().unwrap();
        let front = body(&site, "/");
        assert_eq!(links(&front).len(), expected, "{front}");
    }
}
