//! Scale: long chains, many pages, many fetches at once, few descriptors.

use std::net::SocketAddr;

use common::Record;
use practice_site::Answer;
use program::resolver::on_threads;

use test_tools::socket::refusing;

use super::tools::{defaults, named, page, paths, roots, start};
use super::{Site, Stage};

pub(super) fn a_chain_of_thousands_of_pages(stage: &Stage) {
    let pages = stage.pages(3000);
    let next = |path: &str| path[1..].parse::<usize>().unwrap_or(0) + 1;
    let link = move |path: &str| (next(path) < pages).then(|| format!("/{}", next(path)));
    let site = start(Site::builder().content(move |path| Some(Answer::links(link(path)))));
    let report = stage.crawl(&site, defaults);
    assert_eq!((report.summary().pages, site.requests()), (pages, pages as u64));
}

/// The first answer comes once 500 requests are open, or as many as the strategy can have.
pub(super) fn thousands_of_pages_at_500_at_once(stage: &Stage) {
    let (pages, at_once) = (stage.pages(2000), stage.at_once(500));
    let site = start(Site::builder().content(|_| Some(page())).gate(at_once));
    let report = stage.crawl(&site, |options| {
        options.roots = roots(&site, pages);
        options.max_tasks = at_once;
    });
    assert_eq!((report.summary().pages, site.requests()), (pages, pages as u64));
    assert_eq!(site.most_open(), at_once);
}

/// A fetch that fails at once starts the next one, which must not nest ever deeper on the stack.
pub(super) fn thousands_of_refused_connections(stage: &Stage) {
    let pages = stage.pages(3000);
    let hosts = vec!["refused.test".to_owned(); pages];
    let (_socket, refused) = refusing();
    assert_eq!(failures_of(stage, &hosts, vec![refused]), vec!["connect"; pages]);
}

pub(super) fn three_thousand_unknown_hosts(stage: &Stage) {
    let hosts: Vec<_> = (0..3000).map(|n| format!("host-{n}.test")).collect();
    assert_eq!(failures_of(stage, &hosts, Vec::new()), vec!["dns"; 3000]);
}

/// Crawls from these hosts on, which have these addresses. Returns the kinds of errors.
fn failures_of(stage: &Stage, hosts: &[String], addresses: Vec<SocketAddr>) -> Vec<String> {
    let site = start(Site::builder());
    let report = stage.crawl(&site, |options| {
        let urls = hosts.iter().zip(paths(hosts.len()));
        options.roots = urls.map(|(host, path)| named(&site, host, &path)).collect();
        options.services.resolver = on_threads(move |_, _| Ok(addresses.clone()));
        options.max_tries = 1;
    });
    report.records.iter().filter_map(Record::failure).collect()
}

/// 40 descriptors are too few for 100 connections. A fetch without one waits, which costs no try.
#[cfg(unix)]
pub(super) fn few_descriptors_lose_no_page(stage: &Stage) {
    let builder = Site::builder().page("/", Answer::links(paths(200))).content(|_| Some(page()));
    let site = start(builder.latency(std::time::Duration::from_millis(20)));
    let root = site.url("/");
    let arguments = ["--max-tasks=100", "--max-tries=1", "--format=json", root.as_str()];
    let ended = stage.run_in_shell("ulimit -n 40 && exec \"$@\"", &site, &arguments);
    let summary = &ended.json()["summary"];
    assert_eq!((ended.code, &summary["pages"], &summary["errors"]), (Some(0), &201.into(), &0.into()));
}
