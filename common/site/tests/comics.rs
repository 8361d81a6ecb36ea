//! The default content, the archive of comic strips.

mod site_client;

use std::collections::BTreeSet;

use practice_site::Site;
use site_client::{ask, body, get, read_to_end, status};

/// Returns the paths that the page at `path` links to on this site.
fn links(site: &Site, path: &str) -> BTreeSet<String> {
    let page = body(site, path);
    let hrefs = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    hrefs.filter(|href| href.starts_with('/')).map(str::to_owned).collect()
}

/// Returns where the redirect at `path` leads.
fn location(site: &Site, path: &str) -> String {
    let answer = get(site, path);
    let line = answer.lines().find_map(|line| line.strip_prefix("Location: "));
    line.expect("a redirect").to_owned()
}

#[test]
fn every_strip_is_in_the_archive() {
    let site = Site::comics().unwrap();
    let links = links(&site, "/archive/");
    assert_eq!(links.iter().filter(|link| link.starts_with("/strip/")).count(), 110);
}

#[test]
fn a_strip_links_to_its_neighbours_and_the_pages_around() {
    let site = Site::comics().unwrap();
    let links = links(&site, "/strip/20");
    for link in ["/", "/strip/1", "/strip/19", "/strip/21", "/strip/110", "/archive/", "/about/", "/logo.png"]
    {
        assert!(links.contains(link), "{link} is missing in {links:?}");
    }
    assert_eq!(links.len(), 9, "a random strip is among them: {links:?}");
}

#[test]
fn pages_are_the_same_at_every_visit() {
    let (one, other) = (Site::comics().unwrap(), Site::comics().unwrap());
    assert_eq!(get(&one, "/strip/20"), get(&other, "/strip/20"));
    assert_ne!(body(&one, "/strip/20"), body(&one, "/strip/21"));
}

#[test]
fn there_is_no_strip_before_the_first_or_after_the_last() {
    let site = Site::comics().unwrap();
    assert_eq!([0, 1, 110, 111].map(|strip| status(&site, &format!("/strip/{strip}"))), [404, 200, 200, 404]);
}

#[test]
fn redirects_lead_to_a_strip() {
    let site = Site::comics().unwrap();
    let paths = ["/latest", "/best", "/classic", "/old/1", "/old/2", "/old/3"];
    let expected = ["/strip/110", "/strip/7", "/strip/7", "/old/2", "/old/3", "/strip/3"];
    assert_eq!(paths.map(|path| location(&site, path)), expected);
}

#[test]
fn two_redirects_lead_to_each_other() {
    let site = Site::comics().unwrap();
    assert_eq!(["/loop/a", "/loop/b"].map(|path| location(&site, path)), ["/loop/b", "/loop/a"]);
}

#[test]
fn the_logo_is_an_image() {
    let site = Site::comics().unwrap();
    let (answer, _) = read_to_end(ask(&site, "/logo.png"));
    let head_end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    assert!(answer[head_end + 4..].starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn the_cafe_is_in_latin_1_and_its_link_leads_to_a_path_in_utf_8() {
    let site = Site::comics().unwrap();
    let (answer, _) = read_to_end(ask(&site, "/caf%C3%A9/"));
    assert!(answer.windows(18).any(|window| window == b"charset=iso-8859-1"));
    assert!(answer.windows(17).any(|window| window == b"href=\"/caf\xe9/men\xfc\""));
    assert_eq!(status(&site, "/caf%C3%A9/men%C3%BC"), 200);
}

#[test]
fn some_links_are_broken() {
    let site = Site::comics().unwrap();
    assert!(links(&site, "/about/").contains("/fan-art/"));
    assert!(links(&site, "/strip/13").contains("/strip/13/comments"));
    let paths = ["/fan-art/", "/strip/13/comments", "/statistics"];
    assert_eq!(paths.map(|path| status(&site, path)), [404, 404, 500]);
}
