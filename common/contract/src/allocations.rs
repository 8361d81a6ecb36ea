//! What a page costs in allocations.

use common::Options;
use common::crawl::strategy::Crawl;
use practice_site::{Answer, Site};

use test_tools::watchdog::watched;

/// How many links each page has.
const LINKS: usize = 4;

/// Asserts that a page with four links, which is fetched on a connection of its own, costs fewer allocations than `most`.
///
/// `count` returns the number of allocations that a function makes on its thread, so the crawl must have one thread.
/// The fixed cost of a crawl is left out: it is the same in a crawl of twice the size.
///
/// Most allocations are for the URLs of the links, three for each. Up to two are a page's share of the turns of the
/// event loop: the fewer events a turn finds, the larger the share.
#[track_caller]
pub fn assert_a_page_costs_less(
    crawl: Crawl,
    most: f64,
    count: impl Fn(&mut dyn FnMut()) -> u64 + Copy + Send + 'static,
) {
    const PAGES: usize = 500;
    // The entries of a trace are no cost of a page.
    common::trace::finish();
    let [small, large] = [PAGES, 2 * PAGES].map(|pages| {
        let site = Site::builder().content(move |path| Some(page(path, pages))).start().expect("a socket");
        let options = Options::new([site.url("/0")]);
        let counted = move || {
            count(&mut || {
                let report = crawl(web::job(options.clone())).expect("a crawl");
                assert_eq!(report.summary().pages, pages, "all pages of the site can be fetched");
            })
        };
        watched(counted) as f64
    });
    let allocations = (large - small) / PAGES as f64;
    let rule = "it must not start a thread, and keep no copy of what it can borrow";
    let found = format!("a page costs {allocations} allocations, and less than {most} are due");
    assert!(allocations < most, "{found}: {rule}");
}

/// Returns a page that links to the next ones. The last pages link to the first.
fn page(path: &str, pages: usize) -> Answer {
    let page: usize = path[1..].parse().unwrap_or(0);
    Answer::links((1..=LINKS).map(|step| format!("/{}", (page + step) % pages)))
}
