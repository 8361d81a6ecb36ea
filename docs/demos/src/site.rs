//! A site in memory: what a crawl does with its links, without a socket.

use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

/// The pages have the numbers from 0, which is the front page.
pub const PAGES: u32 = 40;

/// Returns the links of `page`: a menu of four pages, which is the same on every page, and the three pages below it.
pub fn links(page: u32) -> impl Iterator<Item = u32> {
    let below = 3 * page + 1..=3 * page + 3;
    (0..=3).chain(below.filter(|page| (4..PAGES).contains(page)))
}

/// Waits as long as a page takes, and returns its links.
pub async fn fetch(reactor: &Reactor, page: u32) -> impl Iterator<Item = u32> + use<> {
    Sleep::new(reactor, Duration::from_millis(10)).await;
    links(page)
}
