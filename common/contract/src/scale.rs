//! Scale: long chains, many pages, many fetches at once, few descriptors.

use common::fetch::resolve::Resolver;
use practice_site::Answer;

use super::tools::{defaults, kind, named, page, paths, refusing, roots, site_linking_to, start};
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
pub(super) fn thousands_of_refused_links(stage: &Stage) {
    let links = stage.pages(3000);
    let site = site_linking_to(|site| {
        paths(links).iter().map(|path| named(site, "refused.site.test", path)).collect()
    });
    let (_socket, refused) = refusing();
    let address = site.address();
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver =
            Resolver::new(move |host, _| Ok(vec![if host == "site.test" { address } else { refused }]));
        options.lenient = true;
        options.max_tries = 1;
    });
    let errors = report.records.iter().filter(|record| kind(record) == "connect").count();
    assert_eq!(errors, links);
}

pub(super) fn three_thousand_links_to_unknown_hosts(stage: &Stage) {
    let site =
        site_linking_to(|site| (0..3000).map(|n| named(site, &format!("host-{n}.site.test"), "/")).collect());
    let address = site.address();
    let report = stage.crawl(&site, |options| {
        options.roots = vec![named(&site, "site.test", "/")];
        options.resolver = Resolver::new(move |host, _| match host {
            "site.test" => Ok(vec![address]),
            _ => Err(std::io::Error::other("no such host")),
        });
        options.lenient = true;
        options.max_tries = 1;
    });
    let unknown = report.records.iter().filter(|record| kind(record) == "dns").count();
    assert_eq!(unknown, 3000);
}

pub(super) fn thousands_of_broken_links(stage: &Stage) {
    let links = stage.pages(3000);
    let site = start(Site::builder().page("/", Answer::links(paths(links))));
    let report = stage.crawl(&site, |options| options.max_tasks = 50);
    assert_eq!((report.summary().errors, site.requests()), (links, 1 + links as u64));
}

/// 40 descriptors are too few for 100 connections. A fetch without one waits, which costs no try.
#[cfg_attr(not(unix), expect(unused_variables, reason = "the limit on descriptors is Unix' own"))]
pub(super) fn few_descriptors_lose_no_page(stage: &Stage) {
    #[cfg(unix)]
    {
        let latency = std::time::Duration::from_millis(20);
        let site = start(
            Site::builder().page("/", Answer::links(paths(200))).content(|_| Some(page())).latency(latency),
        );
        let root = site.url("/");
        let arguments = ["--max-tasks=100", "--max-tries=1", "--format=json", root.as_str()];
        let ended = stage.run_in_shell("ulimit -n 40 && exec \"$@\"", &site, &arguments);
        let summary = &ended.json()["summary"];
        assert_eq!(
            (summary["pages"].as_u64(), summary["errors"].as_u64()),
            (Some(201), Some(0)),
            "{summary}"
        );
        assert_eq!(ended.code, Some(0));
    }
}
