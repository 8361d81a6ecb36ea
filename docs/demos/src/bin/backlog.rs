//! Pages come five times as fast as they are saved: how many wait in a channel without a bound, and in one with a bound.

use std::time::Duration;

use smol::channel::{Receiver, Sender, bounded, unbounded};
use tokio::join;
use tokio::time::{Instant, sleep};

demos::main!(wrong, fixed);

fn wrong() {
    measure(unbounded);
}

fn fixed() {
    measure(|| bounded(16));
}

/// A page, and when it was fetched.
struct Page {
    _body: Vec<u8>,
    fetched: Instant,
}

type Channel = (Sender<Page>, Receiver<Page>);

/// Crawls more and more pages, and prints a line for each crawl.
fn measure(channel: fn() -> Channel) {
    println!("pages   most that wait    memory   longest wait   all are saved after");
    for count in [500, 1000, 2000] {
        let (mut most, mut wait, mut took) = Default::default();
        let allocated = allocation_counter::measure(|| (most, wait, took) = crawl(count, channel()));
        let memory = allocated.bytes_max as f64 / 1e6;
        println!("{count:5} {most:16} {memory:6.1} MB {:12.1} s {:19} s", wait.as_secs_f64(), took.as_secs());
    }
}

/// Fetches pages and saves them. Returns the most pages that waited, the longest wait, and how long the crawl took.
///
/// The clock is paused: when every task waits, it jumps to the next timer.
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn crawl(count: usize, (sender, pages): Channel) -> (usize, Duration, Duration) {
    let start = Instant::now();
    let fetches = async move {
        for _ in 0..count {
            sender.send(fetch().await).await.expect("the receiver is there");
        }
    };
    let (mut most, mut wait) = (0, Duration::ZERO);
    let saves = async {
        while let Ok(page) = pages.recv().await {
            most = most.max(pages.len() + 1);
            wait = wait.max(page.fetched.elapsed());
            save(page).await;
        }
    };
    join!(fetches, saves);
    (most, wait, start.elapsed())
}

async fn fetch() -> Page {
    sleep(Duration::from_millis(10)).await;
    Page { _body: vec![0; 64 * 1024], fetched: Instant::now() }
}

async fn save(page: Page) {
    sleep(Duration::from_millis(50)).await;
    drop(page);
}
