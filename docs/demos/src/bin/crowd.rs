//! Two hundred pages, fetched one after the other, all at once, and by five workers: how many requests are open.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;

use common::{Options, Services, Target};
use futures::StreamExt;
use futures::future::join_all;
use futures::stream::FuturesUnordered;
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use stage4_async::fetch::fetch;

const PAGES: usize = 200;
const WORKERS: usize = 5;

fn main() -> io::Result<()> {
    demos::takes_no_argument();
    crowd("await in a loop", 1, one_after_the_other)?;
    crowd("a future for each page", PAGES, a_future_for_each)?;
    crowd("workers", WORKERS, workers)
}

/// Fetches all pages of a site, which answers once `expected` requests are open.
fn crowd(how: &str, expected: usize, fetch_all: impl AsyncFn(Vec<Target>, &Get)) -> io::Result<()> {
    let site = Site::builder().content(|_| Some(Answer::html("a page"))).gate(expected).start()?;
    let page = |number| Target::page(Arc::new(site.url(&format!("/{number}"))));
    let get = Get { services: Arc::new(Options::new([]).into()), reactor: Reactor::new()? };
    block_on(&get.reactor, fetch_all((0..PAGES).map(page).collect(), &get))?;
    println!("{how:<24}{:4} at once, {} in all", site.most_open(), site.answers());
    Ok(())
}

async fn one_after_the_other(pages: Vec<Target>, get: &Get) {
    let fetches: Vec<_> = pages.iter().map(|page| get.page(page)).collect();
    for fetch in fetches {
        fetch.await;
    }
}

async fn a_future_for_each(pages: Vec<Target>, get: &Get) {
    let mut fetches: FuturesUnordered<_> = pages.iter().map(|page| get.page(page)).collect();
    while let Some(()) = fetches.next().await {}
}

async fn workers(pages: Vec<Target>, get: &Get) {
    let queue = RefCell::new(pages);
    join_all((0..WORKERS).map(|_| work(&queue, get))).await;
}

async fn work(queue: &RefCell<Vec<Target>>, get: &Get) {
    loop {
        let Some(page) = queue.borrow_mut().pop() else { break };
        get.page(&page).await;
    }
}

/// What a fetch shares with others.
struct Get {
    services: Arc<Services>,
    reactor: Reactor,
}

impl Get {
    async fn page(&self, page: &Target) {
        let fetched = fetch(page, &self.services, &self.reactor).await;
        assert!(fetched.is_ok(), "the site answers each request");
    }
}
