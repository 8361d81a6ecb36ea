//! URLs that look like the crawl's own site and are not, and its own in odd spellings.

use common::fetch::http::ContentType;
use common::{Frontier, Options, Response};
use url::Url;

mod web;

use web::{answer, outcome, page, redirect};

/// URLs in odd spellings that lead to `http://site.test:81`.
const IN: &[&str] = &[
    "http:\\\\site.test:81\\in",
    "http://evil.test@site.test:81/in",
    "http://site.test:81\\@evil.test/../in",
    "http://s%69te%2Etest:81/in",
    "http://site\u{3002}test:81/in",
    "http://site.test.:81/in",
    "http://www.site.test:81/in",
    "/in/http://evil.test:81",
    "http:/in",
];

/// URLs that lead out of it.
const OUT: &[&str] = &[
    "//site.test:82/out",
    "/\\evil.test:81/out",
    "http://site.test:81@evil.test:81/out",
    "http://site.test%40evil.test:81/out",
    "http://evil.test:81\\@site.test:81/out",
    "http://evil.test:81?@site.test:81/out",
    "http://site.test/out",
    "http://site.test..:81/out",
    "http://www.site.test.evil.test:81/out",
    "http://notsite.test:81/out",
    "http://test:81/out",
    "http://s\u{456}te.test:81/out",
    "http://site\u{3002}test\u{3002}evil.test:81/out",
    "https:/evil.test:81/out",
    "blob:http://site.test:81/out",
    "\t/\n/evil.test:81/out",
];

/// URLs that lead out of the host, and not out of the domain.
const SUBDOMAINS: &[&str] = &["http://www.www.site.test:81/in", "http://wwww.site.test:81/in"];

/// `http://127.0.0.1:81` in other notations.
const THE_ADDRESS: &[&str] = &[
    "http://127.0.0.1.:81/in",
    "http://2130706433:81/in",
    "http://0X7F.1:81/in",
    "http://%31%32%37.0.0.1:81/in",
];

/// URLs that lead out of it.
const OTHER_ADDRESSES: &[&str] = &[
    "http://localhost:81/out",
    "http://127.0.0.1.evil.test:81/out",
    "http://127.0.0.1@evil.test:81/out",
    "http://www.127.0.0.1:81/out",
    "http://[::ffff:127.0.0.1]:81/out",
];

/// Returns the URLs to which `url` leads the crawl of `root`: as a link, in a redirect, and as the base of a link.
fn followed(root: &str, lenient: bool, url: &str) -> Vec<Url> {
    let options = Options { lenient, ..Options::new([Url::parse(root).expect("a URL")]) };
    let based = format!("<base href='{url}/'><a href=x>");
    let based = Response { content_type: ContentType::parse("text/html"), ..answer(200, based) };
    let targets = [page(&[url]), redirect(url), based].map(|response| {
        let mut frontier = Frontier::new(&options);
        let root = frontier.roots().remove(0);
        let outcome = outcome(&root, response, &options);
        frontier.settle(root, outcome)
    });
    let mut urls: Vec<_> = targets.into_iter().flatten().map(|target| Url::clone(&target.url)).collect();
    // An invalid base does not count, so its link leads to the site.
    urls.retain(|url| url.path() != "/x");
    urls
}

/// Asserts that the URLs `inside` lead to these hosts, and that no URL `outside` is followed.
#[track_caller]
fn assert_keeps_to(hosts: &[&str], lenient: bool, inside: &[&[&str]], outside: &[&[&str]]) {
    let root = format!("http://{}:81/", hosts[0]);
    for url in inside.concat() {
        let urls = followed(&root, lenient, url);
        let is_inside =
            |url: &Url| url.port() == Some(81) && hosts.contains(&url.host_str().unwrap_or_default());
        assert!(urls.len() == 3 && urls.iter().all(is_inside), "{url:?} leads to {urls:?}");
    }
    for url in outside.concat() {
        assert_eq!(followed(&root, lenient, url), [], "{url:?}");
    }
}

#[test]
fn no_url_leads_out_of_a_name() {
    assert_keeps_to(&["site.test", "site.test.", "www.site.test"], false, &[IN], &[OUT, SUBDOMAINS]);
}

#[test]
fn no_url_leads_out_of_a_domain() {
    let hosts = ["site.test", "site.test.", "www.site.test", "www.www.site.test", "wwww.site.test"];
    assert_keeps_to(&hosts, true, &[IN, SUBDOMAINS], &[OUT]);
}

#[test]
fn no_url_leads_out_of_an_address() {
    for lenient in [false, true] {
        assert_keeps_to(&["127.0.0.1"], lenient, &[THE_ADDRESS], &[OTHER_ADDRESSES]);
    }
}
