//! Generated sites: their shape. The tests of `cargo workshop site` show more of them.

mod site_client;

use practice_site::{Generated, Shape, Site};
use site_client::{body, links, status};

fn start(pages: usize, links: usize, front_links: usize) -> Site {
    let pages = Generated::new(Shape { pages, links, front_links, size: 0, seed: 0 });
    Site::builder().content(move |path| pages.answer(path)).start().unwrap()
}

#[test]
fn a_page_has_as_many_links_as_its_shape_says_and_as_there_are_other_pages() {
    for (shape, front, other) in [((21, 0, 20), 20, 0), ((21, 3, 5), 5, 3), ((3, 100, 100), 2, 2)] {
        let site = start(shape.0, shape.1, shape.2);
        assert_eq!(["/", "/page/1"].map(|path| links(&body(&site, path)).len()), [front, other], "{shape:?}");
    }
}

#[test]
fn a_site_has_at_least_one_page() {
    assert_eq!(["/", "/page/1"].map(|path| status(&start(0, 1, 1), path)), [200, 404]);
}
