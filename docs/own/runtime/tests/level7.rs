//! Level 7: the crawl.

#[path = "../crawl.rs"]
mod crawl;

use std::time::Duration;

use common::{Options, crawl::strategy::Crawl};
use crawl::STRATEGIES;
use practice_site::Site;
use test_tools::watchdog::watched;

mod of_parts {
    contract::contract!(crate::crawl::crawl_of_parts, ["--strategy", "own"], usize::MAX);
    contract::storm!(crate::crawl::crawl_of_parts);
    contract::allocations!(crate::crawl::crawl_of_parts, 50.0);
}

mod of_stage4 {
    contract::contract!(crate::crawl::crawl_of_stage4, ["--strategy", "own-async"], usize::MAX);
    contract::storm!(crate::crawl::crawl_of_stage4);
    contract::allocations!(crate::crawl::crawl_of_stage4, 50.0);
}

#[test]
fn the_practice_site_is_crawled_as_by_stage_4() {
    let site = Site::comics().expect("loopback has a free port");
    let expected = report(stage4_async::crawl, &site);
    for strategy in STRATEGIES {
        let (name, report) = (strategy.name, report(strategy.crawl, &site));
        assert_eq!(report, expected, "the crawl `{name}` and stage 4's differ");
    }
}

/// Crawls a site, and returns the report without times.
fn report(crawl: Crawl, site: &Site) -> String {
    let options = Options::new([site.url("/")]);
    let mut report = watched(move || crawl(options.into())).expect("the selector works");
    report.elapsed = Duration::ZERO;
    report.records.iter_mut().for_each(|record| record.elapsed = Duration::ZERO);
    let mut json = Vec::new();
    report.write_json("", &mut json).expect("a vector takes all bytes");
    String::from_utf8(json).expect("JSON is UTF-8")
}
