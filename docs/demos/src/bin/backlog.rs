//! Pages come five times as fast as they are saved: how many wait in a channel without a bound, and in one with a bound.

use std::time::Duration;

use tokio::join;
use tokio::sync::mpsc::{channel, unbounded_channel};
use tokio::time::{Instant, sleep};

demos::main!(wrong, fixed);

fn wrong() {
    measure(async |count, most| {
        let (sender, mut pages) = unbounded_channel();
        let fetches = async move {
            for _ in 0..count {
                sender.send(fetch().await).expect("the receiver is there");
            }
        };
        let saves = async {
            while let Some(page) = pages.recv().await {
                most.note(&page, pages.len() + 1);
                save(page).await;
            }
        };
        join!(fetches, saves);
    });
}

fn fixed() {
    measure(async |count, most| {
        let (sender, mut pages) = channel(16);
        let fetches = async move {
            for _ in 0..count {
                sender.send(fetch().await).await.expect("the receiver is there");
            }
        };
        let saves = async {
            while let Some(page) = pages.recv().await {
                most.note(&page, pages.len() + 1);
                save(page).await;
            }
        };
        join!(fetches, saves);
    });
}

/// A page, and when it was fetched.
struct Page {
    _body: Vec<u8>,
    fetched: Instant,
}

async fn fetch() -> Page {
    sleep(Duration::from_millis(10)).await;
    Page { _body: vec![0; 64 * 1024], fetched: Instant::now() }
}

async fn save(page: Page) {
    sleep(Duration::from_millis(50)).await;
    drop(page);
}

/// The most pages that waited, and the longest wait.
#[derive(Default)]
struct Most {
    pages: usize,
    wait: Duration,
}

impl Most {
    fn note(&mut self, page: &Page, pages: usize) {
        self.pages = self.pages.max(pages);
        self.wait = self.wait.max(page.fetched.elapsed());
    }
}

/// Runs `crawl` with more and more pages, and prints a line for each run.
fn measure(crawl: impl AsyncFn(usize, &mut Most)) {
    println!("pages   most that wait    memory   longest wait   all are saved after");
    for count in [500, 1000, 2000] {
        let (mut most, mut took) = (Most::default(), 0);
        let allocated = allocation_counter::measure(|| took = run(crawl(count, &mut most)));
        let (memory, wait) = (allocated.bytes_max as f64 / 1e6, most.wait.as_secs_f64());
        println!("{count:5} {:16} {memory:6.1} MB {wait:12.1} s {took:19} s", most.pages);
    }
}

/// Returns how many seconds a crawl takes.
///
/// The clock is paused: when every task waits, it jumps to the next timer.
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn run(crawl: impl Future<Output = ()>) -> u64 {
    let start = Instant::now();
    crawl.await;
    start.elapsed().as_secs()
}
