//! Hosts: which belong to the crawl, and how they are found.

use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::fetch::resolve::Resolver;
use practice_site::{Answer, Site};

use super::Stage;
use super::tools::{
    all_names_lead_to, defaults, kind, named, page, paths, record_of, refusing, site, site_linking_to,
};

pub(super) fn other_hosts_and_ports_are_left_out(stage: &Stage) {
    let elsewhere = site([("/", page())]);
    let site = site_linking_to(|site| {
        let hosts = ["site.test", "www.site.test", "other.test", "127.0.0.1"];
        let links = hosts.map(|host| named(site, host, &format!("/{host}")));
        links.into_iter().chain([named(&elsewhere, "site.test", "/")]).collect()
    });
    stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = all_names_lead_to(&site);
    });
    assert_eq!(site.paths(), ["/", "/site.test", "/www.site.test"]);
    assert_eq!(elsewhere.connections(), 0);
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
    assert_eq!((site.requests(), lookups.load(Ordering::Relaxed)), (51, 1));
}

pub(super) fn an_ipv6_address_is_a_host(stage: &Stage) {
    let site = Site::builder().page("/", Answer::links(["/a"])).bind((Ipv6Addr::LOCALHOST, 0)).start();
    // Not every machine has IPv6.
    let Ok(site) = site else { return };
    stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/a"]);
}

pub(super) fn public_only_connects_to_no_address_of_this_machine(stage: &Stage) {
    let site = site([("/", page())]);
    let (_socket, refused) = refusing();
    let addresses = vec![site.address(), refused, SocketAddr::from(([10, 0, 0, 1], 80))];
    for host in ["public.test", "0x7f.1", "[::1]"] {
        let (root, addresses) = (named(&site, host, "/"), addresses.clone());
        let report = stage.crawl(&site, |options| {
            options.public_only = true;
            options.roots = vec![root.clone()];
            options.resolver = Resolver::new(move |_, _| Ok(addresses.clone()));
        });
        let record = record_of(&report, &root);
        assert_eq!((kind(record).as_str(), record.tries), ("not-public", 1), "{host}");
    }
    assert_eq!(site.connections(), 0);
}
