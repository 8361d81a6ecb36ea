//! Generated sites: their shape.

mod site_client;

use std::collections::BTreeSet;

use practice_site::{Generated, Shape, Site};
use site_client::{body, status};

fn start(shape: Shape) -> Site {
    let pages = Generated::new(shape);
    Site::builder().content(move |path| pages.answer(path)).start().unwrap()
}

fn links(html: &str) -> BTreeSet<&str> {
    html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn if_the_front_page_links_to_all_the_others_need_no_links() {
    let site = start(Shape { pages: 21, links: 0, front_links: 20, size: 0, seed: 0 });
    assert_eq!(links(&body(&site, "/")).len(), 20);
    assert!((1..21).all(|page| links(&body(&site, &format!("/page/{page}"))).is_empty()));
}

#[test]
fn a_page_has_no_more_links_than_there_are_other_pages() {
    let site = start(Shape { pages: 3, links: 100, front_links: 100, size: 0, seed: 0 });
    assert_eq!(links(&body(&site, "/")), BTreeSet::from(["/page/1", "/page/2"]));
}

#[test]
fn a_site_has_at_least_one_page() {
    let site = start(Shape { pages: 0, links: 1, front_links: 1, size: 0, seed: 0 });
    assert_eq!(["/", "/page/1"].map(|path| status(&site, path)), [200, 404]);
}
