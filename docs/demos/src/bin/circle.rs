//! Two bounded channels in a circle: the owner of the crawl waits for its workers, and they wait for the owner.
//!
//!     cargo run -p demos --bin circle
//!     cargo run -p demos --bin circle -- fixed

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::runtime::Builder;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::yield_now;

const WORKERS: usize = 2;

/// The places in each channel.
const PLACES: usize = 2;

/// The pages of the site have the numbers from 0, which is the front page. It links to all others.
const PAGES: u32 = 10;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
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

fn fixed() {
    run(async |queue, mut outcomes| {
        let (mut open, mut found) = (1, VecDeque::from([0]));
        while open > 0 {
            tokio::select! {
                Some(page) = outcomes.recv() => {
                    found.extend(links(page));
                    open = open + links(page).count() - 1;
                }
                Ok(place) = queue.reserve(), if !found.is_empty() => {
                    place.send(found.pop_front().expect("it is not empty"));
                }
            }
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
    let crawl = move || {
        let runtime = Builder::new_current_thread().build().expect("the system gives a runtime");
        runtime.block_on(async {
            let (queue, targets) = channel(PLACES);
            let (sender, outcomes) = channel(PLACES);
            let targets = Arc::new(Mutex::new(targets));
            for _ in 0..WORKERS {
                tokio::spawn(work(Arc::clone(&targets), sender.clone()));
            }
            owner(queue, outcomes).await;
        });
        println!("all {PAGES} pages are done");
    };
    demos::watched(crawl, || "the owner and its workers still wait".to_owned());
}
