//! Two bounded channels in a circle: the owner of the crawl waits for its workers, and they wait for the owner.
//! The fix is `Owner::work` of the package `work`.

use std::sync::Arc;

use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::yield_now;

/// The places in each channel.
const PLACES: usize = 2;

/// The pages of the site have the numbers from 0, which is the front page. It links to all others.
const PAGES: u32 = 10;

fn main() {
    run(async |queue, mut outcomes| {
        let mut open = 1;
        queue.send(0).await.expect("the workers receive");
        while open > 0 {
            let page = outcomes.recv().await.expect("the workers send");
            for link in links(page) {
                if queue.capacity() == 0 {
                    println!("the owner waits for a place in the queue, for page {link}");
                }
                queue.send(link).await.expect("the workers receive");
                open += 1;
            }
            open -= 1;
        }
    });
}

/// Fetches one page after another.
async fn work(targets: Arc<Mutex<Receiver<u32>>>, outcomes: Sender<u32>) {
    while let Some(page) = take(&targets).await {
        // The time that a fetch takes.
        yield_now().await;
        if outcomes.capacity() == 0 {
            println!("a worker waits for a place among the outcomes, for page {page}");
        }
        if outcomes.send(page).await.is_err() {
            return;
        }
    }
}

async fn take(targets: &Mutex<Receiver<u32>>) -> Option<u32> {
    targets.lock().await.recv().await
}

/// Returns the links of a page.
fn links(page: u32) -> std::ops::Range<u32> {
    if page == 0 { 1..PAGES } else { 0..0 }
}

/// Runs the workers, and an owner of the crawl between their two channels.
fn run(owner: impl AsyncFnOnce(Sender<u32>, Receiver<u32>) + Send + 'static) {
    demos::takes_no_argument();
    demos::watched(|| crawl(owner), || "the owner and its workers still wait".to_owned());
}

#[tokio::main(flavor = "current_thread")]
async fn crawl(owner: impl AsyncFnOnce(Sender<u32>, Receiver<u32>)) {
    let (queue, targets) = channel(PLACES);
    let (sender, outcomes) = channel(PLACES);
    let targets = Arc::new(Mutex::new(targets));
    for _ in 0..2 {
        tokio::spawn(work(Arc::clone(&targets), sender.clone()));
    }
    owner(queue, outcomes).await;
    println!("all {PAGES} pages are done");
}
