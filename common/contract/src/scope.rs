//! Scope: which links belong to the crawl.

use std::net::Ipv6Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::Options;
use common::fetch::resolve::Resolver;
use practice_site::{Answer, Site};
use regex_lite::Regex;

use super::Stage;
use super::tools::{all_names_lead_to, defaults, kind, named, page, paths, record_of, site, site_linking_to};

/// Crawls a site from the host `root` on, which links to each of `hosts`. Returns the hosts that were visited.
fn visited(stage: &Stage, root: &str, hosts: &[&str], change: impl FnOnce(&mut Options)) -> Vec<String> {
    // All names resolve to the one site, so the path names the host.
    let link = |site: &Site, host: &&str| named(site, host, &format!("/{host}"));
    let site = site_linking_to(|site| hosts.iter().map(|host| link(site, host)).collect());
    stage.crawl(&site, |options| {
        options.roots = vec![named(&site, root, "/")];
        options.resolver = all_names_lead_to(&site);
        options.max_tries = 1;
        change(options);
    });
    let paths = site.paths();
    paths.iter().filter(|path| *path != "/").map(|path| path[1..].to_owned()).collect()
}

fn lenient(options: &mut Options) {
    options.lenient = true;
}

pub(super) fn other_hosts_are_left_out(stage: &Stage) {
    let hosts = ["site.test", "other.test", "127.0.0.1", "site.test.other.test", "notsite.test"];
    assert_eq!(visited(stage, "site.test", &hosts, defaults), ["site.test"]);
}

pub(super) fn other_ports_are_left_out(stage: &Stage) {
    let elsewhere = site([("/", page())]);
    let site = site_linking_to(|site| vec![elsewhere.url("/"), site.url("/here")]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.hits("/here"), 1);
    assert_eq!(elsewhere.connections(), 0);
    assert_eq!(report.records.len(), 2);
}

pub(super) fn www_may_be_added(stage: &Stage) {
    let hosts = ["www.site.test", "WWW.Site.Test", "www2.site.test"];
    assert_eq!(visited(stage, "site.test", &hosts, defaults), ["WWW.Site.Test", "www.site.test"]);
}

pub(super) fn lenient_admits_every_host_of_the_domain(stage: &Stage) {
    let hosts = ["a.b.site.test", "site.test", "www.site.test", "other.test", "notsite.test", "test"];
    let visited = visited(stage, "sub.site.test", &hosts, lenient);
    assert_eq!(visited, ["a.b.site.test", "site.test", "www.site.test"]);
    let visited = self::visited(stage, "a.site.co.uk", &["b.site.co.uk", "other.co.uk", "co.uk"], lenient);
    assert_eq!(visited, ["b.site.co.uk"], "co.uk is a public suffix");
}

pub(super) fn lenient_keeps_to_the_port(stage: &Stage) {
    let elsewhere = site([("/", page())]);
    let site =
        site_linking_to(|site| vec![named(&elsewhere, "sub.site.test", "/"), named(site, "site.test", "/a")]);
    stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(|_, port| Ok(vec![([127, 0, 0, 1], port).into()]));
        options.lenient = true;
    });
    assert_eq!(site.hits("/a"), 1);
    assert_eq!(elsewhere.connections(), 0);
}

pub(super) fn urls_that_match_exclude_are_left_out(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/keep", "/skip", "/keep?print=1", "/moved"])),
        ("/moved", Answer::redirect(302, "/skip/it/too")),
    ]);
    let report = stage.crawl(&site, |options| {
        options.exclude = ["/skip", "[?&]print="].map(|regex| Regex::new(regex).expect("a regex")).into();
    });
    assert_eq!(site.paths(), ["/", "/keep", "/moved"]);
    assert_eq!(record_of(&report, &site.url("/")).links, 2);
}

pub(super) fn a_root_is_never_excluded(stage: &Stage) {
    let site = site([("/", Answer::links(["/a"]))]);
    let report = stage.crawl(&site, |options| {
        options.exclude = vec![Regex::new("http").expect("a regex")];
    });
    assert_eq!(site.paths(), ["/"]);
    assert!(report.has_root());
}

pub(super) fn https_links_are_counted_once_each(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["https://site.test/b", "https://site.test/a", "/more"])),
        ("/more", Answer::links(["https://site.test/a#x", "https://127.0.0.1/", "/moved"])),
        ("/moved", Answer::redirect(301, "https://site.test/c")),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(report.skipped_https.count, 4);
    assert_eq!(report.summary().skipped_https, 4);
    assert_eq!(report.skipped_https.example.as_ref().map(|url| url.scheme()), Some("https"));
    assert_eq!(report.records.len(), 3, "https links have no records");
}

pub(super) fn an_https_root_is_an_error_and_never_connected_to(stage: &Stage) {
    let site = site([("/", page())]);
    let mut root = site.url("/");
    root.set_scheme("https").expect("http and https are alike");
    let report = stage.crawl(&site, |options| options.roots = vec![root.clone()]);
    assert_eq!(kind(record_of(&report, &root)), "unsupported-scheme");
    assert_eq!(site.connections(), 0);
    assert!(!report.has_root());
}

pub(super) fn two_roots_are_two_scopes(stage: &Stage) {
    let one = site([("/", Answer::links(["/a"]))]);
    let other = site_linking_to(|_| vec![one.url("/from-the-other")]);
    let report = stage.crawl(&one, |options| options.roots = vec![one.url("/"), other.url("/")]);
    assert_eq!(one.paths(), ["/", "/a", "/from-the-other"]);
    assert_eq!(other.paths(), ["/"]);
    assert_eq!(report.records.len(), 4);
}

pub(super) fn a_root_given_twice_is_fetched_once(stage: &Stage) {
    let site = site([("/", page())]);
    let roots = ["/", "/#fragment", "/"].map(|path| site.url(path));
    let report = stage.crawl(&site, |options| options.roots = roots.into());
    assert_eq!(site.requests(), 1);
    assert_eq!(report.records.len(), 1);
}

pub(super) fn a_host_is_looked_up_once_however_many_pages_it_has(stage: &Stage) {
    let site = site([("/", Answer::links(paths(50)))]);
    let address = site.address();
    let lookups = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&lookups);
    stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(move |_, _| {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(vec![address])
        });
    });
    assert_eq!(site.requests(), 51);
    assert_eq!(lookups.load(Ordering::Relaxed), 1);
}

pub(super) fn an_ipv6_address_is_a_host(stage: &Stage) {
    let site = Site::builder().page("/", Answer::links(["/a"])).bind((Ipv6Addr::LOCALHOST, 0)).start();
    // Not every machine has IPv6.
    let Ok(site) = site else { return };
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a"]);
    assert!(report.has_root());
}
