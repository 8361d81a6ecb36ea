//! Three fetches in a set, and a loop that saves each page: while a save waits, no fetch of the set is polled.

use std::pin::pin;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};

/// How long one fetch may take.
const LIMIT: Duration = Duration::from_millis(400);

demos::main!(wrong, fixed);

fn wrong() {
    demos::block_on(async |reactor| {
        let crawl = Crawl { reactor, start: Instant::now() };
        let mut fetches: FuturesUnordered<_> = (1..=3).map(|page| crawl.fetch(page)).collect();
        while let Some(fetched) = fetches.next().await {
            if let Ok(page) = fetched {
                crawl.save(page).await;
            }
        }
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        let crawl = Crawl { reactor, start: Instant::now() };
        let fetch_and_save = async |page| {
            if let Ok(page) = crawl.fetch(page).await {
                crawl.save(page).await;
            }
        };
        let mut fetches: FuturesUnordered<_> = (1..=3).map(fetch_and_save).collect();
        while let Some(()) = fetches.next().await {}
    });
}

struct Crawl {
    reactor: Reactor,
    start: Instant,
}

impl Crawl {
    /// Fetches a page with a time limit.
    async fn fetch(&self, page: u32) -> Result<u32, Elapsed> {
        let fetched = Timeout::until(&self.reactor, self.start + LIMIT, pin!(self.try_to_fetch(page))).await;
        let outcome = if fetched.is_ok() { "has come" } else { "is too late" };
        self.print(page, outcome);
        fetched.map(|()| page)
    }

    /// Waits for the server several times, as for a connect, a redirect and an answer.
    async fn try_to_fetch(&self, page: u32) {
        for _ in 0..2 * page {
            Sleep::new(&self.reactor, Duration::from_millis(30)).await;
        }
    }

    async fn save(&self, page: u32) {
        Sleep::new(&self.reactor, Duration::from_millis(500)).await;
        self.print(page, "is saved");
    }

    fn print(&self, page: u32, outcome: &str) {
        println!("page {page} {outcome}, after {} ms", self.start.elapsed().as_millis());
    }
}
