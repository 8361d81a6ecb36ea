//! Scale: long chains, and many failures.

use common::Record;
use practice_site::Answer;
use program::resolver::on_threads;

use test_tools::socket::refusing;

use super::tools::{defaults, named, paths, start};
use super::{Site, Stage};

pub(super) fn a_chain_of_thousands_of_pages(stage: &Stage) {
    let pages = stage.pages(3000);
    let next = |path: &str| path[1..].parse::<usize>().unwrap_or(0) + 1;
    let link = move |path: &str| (next(path) < pages).then(|| format!("/{}", next(path)));
    let site = start(Site::builder().content(move |path| Some(Answer::links(link(path)))));
    let report = stage.crawl(&site, defaults);
    assert_eq!((report.summary().pages, site.requests()), (pages, pages as u64));
}

/// A fetch that fails at once starts the next one, which must not nest ever deeper on the stack.
pub(super) fn thousands_of_fetches_that_fail_at_once(stage: &Stage) {
    let (_socket, refused) = refusing();
    let (site, pages) = (start(Site::builder()), stage.pages(3000));
    for (hosts, addresses, kind) in [(1, vec![refused], "connect"), (pages, Vec::new(), "dns")] {
        let report = stage.crawl(&site, |options| {
            let host = |number| format!("host-{}.test", number % hosts);
            let roots = paths(pages).into_iter().enumerate();
            options.roots = roots.map(|(number, path)| named(&site, &host(number), &path)).collect();
            options.resolver = on_threads(move |_, _| Ok(addresses.clone()));
            options.max_tries = 1;
        });
        let failures: Vec<_> = report.records.iter().filter_map(Record::failure).collect();
        assert_eq!(failures, vec![kind; pages]);
    }
}
