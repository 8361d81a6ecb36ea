//! Tricks: URLs that look like the crawl's own site and are not, in links, redirects, bases and refreshes.

mod urls;

use std::collections::BTreeSet;
use std::net::Ipv6Addr;
use std::sync::{Arc, Mutex, PoisonError};

use common::Options;
use common::fetch::resolve::Resolver;
use practice_site::{Answer, Site};

use super::Stage;
use super::tools::{defaults, named, page, site, site_naming_itself};

use urls::{IN, OUT, OUT_OF_AN_ADDRESS, SUBDOMAINS, THE_ADDRESS};

pub(super) fn no_url_leads_out_of_a_name(stage: &Stage) {
    let names = asked_for(stage, "site.test", IN, &[OUT, SUBDOMAINS].concat(), defaults);
    assert_eq!(names, ["site.test", "site.test.", "www.site.test"].map(str::to_owned).into());
}

pub(super) fn no_url_leads_out_of_a_domain(stage: &Stage) {
    let inside = [IN, SUBDOMAINS].concat();
    let names = asked_for(stage, "www.site.test", &inside, OUT, |options| options.lenient = true);
    let is_inside = |name: &String| format!(".{}", name.trim_end_matches('.')).ends_with(".site.test");
    assert!(names.iter().all(is_inside), "asked for {names:?}");
}

pub(super) fn no_url_leads_out_of_an_address(stage: &Stage) {
    for lenient in [false, true] {
        let names = asked_for(stage, "127.0.0.1", THE_ADDRESS, OUT_OF_AN_ADDRESS, |options| {
            options.lenient = lenient;
        });
        assert!(names.is_empty(), "asked for {names:?}");
    }
}

/// Crawls a site from the host `root` on, which links and redirects to each of these URLs.
///
/// Asserts that all URLs `inside` are requested, and none `outside`. Returns the names that were looked up.
fn asked_for(
    stage: &Stage,
    root: &str,
    inside: &[&str],
    outside: &[&str],
    change: impl FnOnce(&mut Options),
) -> BTreeSet<String> {
    let forbidden = site([("/", page())]);
    let tricks = site_of_tricks(&forbidden, inside, outside);
    // Some machines have no IPv6, or the port is taken there.
    let beside = (Ipv6Addr::LOCALHOST, tricks.address().port());
    let beside = Site::builder().bind(beside).start().ok();
    let asked = Arc::new(Mutex::new(BTreeSet::new()));
    let asks = Arc::clone(&asked);
    stage.crawl(&tricks, |options| {
        options.roots = vec![named(&tricks, root, "/")];
        options.max_tries = 1;
        options.resolver = Resolver::new(move |host, port| {
            asks.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned());
            Ok(vec![([127, 0, 0, 1], port).into()])
        });
        change(options);
    });
    assert_eq!((forbidden.connections(), beside.map_or(0, |site| site.connections())), (0, 0));
    let paths = tricks.paths();
    let strays: Vec<_> = paths.iter().filter(|path| path.starts_with("/out/")).collect();
    assert!(strays.is_empty(), "{strays:?}");
    assert!(!paths.iter().any(|path| path.contains("/refresh/")), "a refresh is not followed");
    for (number, url) in inside.iter().enumerate() {
        for path in [format!("/in/link/{number}"), format!("/in/redirect/{number}"), "/in/base/based".into()]
        {
            assert!(paths.iter().any(|requested| requested.starts_with(&path)), "{url:?}: no {path}");
        }
    }
    let names = asked.lock().unwrap_or_else(PoisonError::into_inner);
    names.clone()
}

/// Starts a site that leads to each of the URLs by a link, a redirect, a link's base and a refresh.
fn site_of_tricks(forbidden: &Site, inside: &[&str], outside: &[&str]) -> Site {
    let forbidden = forbidden.address().port().to_string();
    site_naming_itself(|site| {
        let port = site.address().port().to_string();
        let mut links = Vec::new();
        let mut pages = Vec::new();
        for (side, urls) in [("in", inside), ("out", outside)] {
            for (number, url) in urls.iter().enumerate() {
                let url = url.replace("PORT", &port).replace("FORBIDDEN", &forbidden);
                let to = |way: &str| url.replace("PATH", &format!("{side}/{way}/{number}"));
                let [redirects, based] = ["redirects", "based"].map(|way| format!("/{way}/{side}/{number}"));
                links.extend([to("link"), redirects.clone(), based.clone()]);
                pages.push((based, page_with_base(&to("base"), &to("refresh"))));
                // A line break would end the header.
                if !url.contains(['\n', '\r']) {
                    pages.push((redirects, Answer::redirect(302, &to("redirect"))));
                }
            }
        }
        pages.push(("/".to_owned(), Answer::links(links)));
        pages
    })
}

fn page_with_base(base: &str, refresh: &str) -> Answer {
    let refresh_tag = format!("<meta http-equiv=refresh content='0; url={refresh}'>");
    let page = Answer::html(format!("{refresh_tag}<base href='{base}'><a href=based></a>"));
    if refresh.contains(['\n', '\r']) { page } else { page.header("Refresh", &format!("0; url={refresh}")) }
}
