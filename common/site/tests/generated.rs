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
fn a_front_page_that_links_to_all_leaves_nothing_to_the_others() {
    let site = start(Shape { pages: 21, links: 0, front_links: 20, size: 0, seed: 0 });
    assert_eq!(links(&body(&site, "/")).len(), 20);
    assert!((1..21).all(|page| links(&body(&site, &format!("/page/{page}"))).is_empty()));
}

#[test]
fn links_are_as_many_as_there_are_others() {
    let site = start(Shape { pages: 3, links: 100, front_links: 100, size: 0, seed: 0 });
    assert_eq!(links(&body(&site, "/")), BTreeSet::from(["/page/1", "/page/2"]));
}

#[test]
fn a_site_of_no_pages_has_one() {
    let site = start(Shape { pages: 0, links: 1, front_links: 1, size: 0, seed: 0 });
    assert_eq!(["/", "/page/1"].map(|path| status(&site, path)), [200, 404]);
}

#[test]
fn answers_are_counted_when_their_last_byte_is_sent() {
    let site = start(Shape { pages: 2, links: 1, front_links: 1, size: 100_000, seed: 0 });
    assert_eq!(site.answers(), 0);
    body(&site, "/");
    body(&site, "/page/1");
    assert_eq!(site.answers(), 2);
}
