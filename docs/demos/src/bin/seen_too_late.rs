//! A flood: a page counts as seen when it has been fetched, and not when it is put into the queue.
//!
//!     cargo run -p demos --bin seen_too_late
//!     cargo run -p demos --bin seen_too_late -- fixed

use std::collections::{BTreeSet, VecDeque};

use demos::site;
use futures::StreamExt;
use futures::stream::FuturesUnordered;

fn main() {
    demos::main(wrong, fixed);
}

#[derive(Default)]
struct Frontier {
    queue: VecDeque<u32>,
    seen: BTreeSet<u32>,
}

fn wrong() {
    crawl(|frontier, page, links| {
        frontier.seen.insert(page);
        let new = links.into_iter().filter(|link| !frontier.seen.contains(link));
        frontier.queue.extend(new);
    });
}

fn fixed() {
    crawl(|frontier, _page, links| {
        // The look and the mark are one step: `insert` says whether it is new.
        let new = links.into_iter().filter(|link| frontier.seen.insert(*link));
        frontier.queue.extend(new);
    });
}

/// Crawls the site. `settle` puts what is new of the links of a fetched page.
fn crawl(settle: fn(&mut Frontier, u32, Vec<u32>)) {
    demos::run(async move |reactor, _spawner| {
        let mut frontier = Frontier::default();
        frontier.queue.push_back(0);
        frontier.seen.insert(0);
        let mut in_flight = FuturesUnordered::new();
        let mut fetches = 0;
        loop {
            for page in frontier.queue.drain(..) {
                fetches += 1;
                let reactor = &reactor;
                in_flight.push(async move { (page, site::fetch(reactor, page).await.collect()) });
            }
            let Some((page, links)) = in_flight.next().await else { break };
            settle(&mut frontier, page, links);
        }
        println!("{} pages, {fetches} fetches", frontier.seen.len());
    });
}
