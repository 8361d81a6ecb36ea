//! What a page costs in allocations.

use common::Options;
use common::crawl::strategy::Crawl;
use practice_site::{Answer, Site};

/// How many links each page has.
const LINKS: usize = 4;

/// How many allocations a page costs that has four links and is fetched on a connection of its own.
///
/// `count` tells how many what it is given makes on its thread; so the crawl must have one thread. What a crawl
/// costs however large it is does not count: that is the same in a crawl of twice the size.
///
/// Most of them make the URLs of the links, three for each. Some a turn of the event loop makes: the fewer events it
/// finds, the more of these a page has to bear, up to two.
///
/// # Panics
/// If a crawl fails.
pub fn allocations_of_a_page(crawl: Crawl, count: impl Fn(&mut dyn FnMut()) -> u64) -> f64 {
    const PAGES: usize = 500;
    let [small, large] = [PAGES, 2 * PAGES].map(|pages| {
        let site = Site::builder().content(move |path| Some(page(path, pages))).start().expect("a socket");
        let options = Options::new([site.url("/0")]);
        let allocations = count(&mut || {
            let report = crawl(&options).expect("a crawl");
            assert_eq!(report.summary().pages, pages);
        });
        allocations as f64
    });
    (large - small) / PAGES as f64
}

/// Each page links to the ones behind it, and the last ones to the first.
fn page(path: &str, pages: usize) -> Answer {
    let page: usize = path[1..].parse().unwrap_or(0);
    Answer::links((1..=LINKS).map(|step| format!("/{}", (page + step) % pages)))
}
