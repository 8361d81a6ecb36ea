//! Hosts: which belong to the crawl, and how they are found.

use std::net::Ipv6Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use practice_site::{Answer, Site};
use program::resolver::on_threads;

use super::Stage;
use super::tools::{defaults, named, page, paths, site};

pub(super) fn other_hosts_and_ports_are_left_out(stage: &Stage) {
    let elsewhere = site([("/", page())]);
    let links = [elsewhere.url("/").as_str(), "http://other.test/other", "/here"].map(str::to_owned);
    let site = site([("/", Answer::links(links))]);
    let address = site.address();
    stage.crawl(&site, |options| options.services.resolver = on_threads(move |_, _| Ok(vec![address])));
    assert_eq!((site.paths(), elsewhere.connections()), (vec!["/".to_owned(), "/here".to_owned()], 0));
}

pub(super) fn a_host_is_looked_up_once_however_many_pages_it_has(stage: &Stage) {
    let site = site([("/", Answer::links(paths(50)))]);
    let address = site.address();
    let lookups = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&lookups);
    stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.services.resolver = on_threads(move |_, _| {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(vec![address])
        });
    });
    assert_eq!((site.requests(), lookups.load(Ordering::Relaxed)), (51, 1));
}

pub(super) fn an_ipv6_address_is_a_host(stage: &Stage) {
    let site = Site::builder().page("/", Answer::links(["/a"])).bind((Ipv6Addr::LOCALHOST, 0)).start();
    // Not every machine has IPv6.
    let Ok(site) = site else { return };
    stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a"]);
}
