//! The default content, the archive of comic strips.

mod site_client;

use practice_site::Site;
use site_client::{ask, body, get, links, read_to_end, status};

#[test]
fn a_strip_is_the_same_at_every_visit_and_links_to_its_neighbours() {
    let [one, other] = [(); 2].map(|()| body(&Site::comics().unwrap(), "/strip/20"));
    assert_eq!(one, other);
    for link in ["/", "/strip/1", "/strip/19", "/strip/21", "/strip/110", "/archive/", "/about/", "/logo.png"]
    {
        assert!(links(&one).contains(link), "{link} is missing in {one}");
    }
    assert_eq!(links(&one).len(), 9, "a random strip is among them: {one}");
}

#[test]
fn some_links_are_broken() {
    let site = Site::comics().unwrap();
    assert!(links(&body(&site, "/about/")).contains("/fan-art/"));
    assert!(links(&body(&site, "/strip/13")).contains("/strip/13/comments"));
    let paths = ["/fan-art/", "/strip/13/comments", "/strip/0", "/strip/111", "/strip/110", "/statistics"];
    assert_eq!(paths.map(|path| status(&site, path)), [404, 404, 404, 404, 200, 500]);
}

#[test]
fn redirects_lead_to_a_strip_or_to_each_other() {
    let site = Site::comics().unwrap();
    for (path, location) in [
        ("/latest", "/strip/110"),
        ("/best", "/strip/7"),
        ("/classic", "/strip/7"),
        ("/old/1", "/old/2"),
        ("/old/3", "/strip/3"),
        ("/loop/a", "/loop/b"),
        ("/loop/b", "/loop/a"),
    ] {
        assert!(get(&site, path).contains(&format!("\r\nLocation: {location}\r\n")), "{path}");
    }
}

#[test]
fn the_cafe_is_in_latin_1_and_its_link_leads_to_a_path_in_utf_8() {
    let site = Site::comics().unwrap();
    let (answer, _) = read_to_end(ask(&site, "/caf%C3%A9/"));
    assert!(answer.windows(18).any(|window| window == b"charset=iso-8859-1"));
    assert!(answer.windows(17).any(|window| window == b"href=\"/caf\xe9/men\xfc\""));
    assert_eq!(status(&site, "/caf%C3%A9/men%C3%BC"), 200);
}
