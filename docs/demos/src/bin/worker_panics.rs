//! Two pages of six panic. Each takes its worker with it. The fix catches the panic in the worker, which goes on.

use std::panic::{AssertUnwindSafe, set_hook};
use std::sync::{Arc, Mutex};

use futures::FutureExt;
use tokio::task::{JoinSet, yield_now};

/// The numbers of the pages that are left to fetch.
type Queue = Arc<Mutex<Vec<u32>>>;

fn main() {
    // What is printed below says enough.
    set_hook(Box::new(|_| {}));
    demos::main(wrong, fixed);
}

fn wrong() {
    run(|queue| async move {
        while let Some(page) = take(&queue) {
            fetch(page).await;
            println!("page {page} is fetched");
        }
    });
}

fn fixed() {
    run(|queue| async move {
        while let Some(page) = take(&queue) {
            match AssertUnwindSafe(fetch(page)).catch_unwind().await {
                Ok(()) => println!("page {page} is fetched"),
                Err(_panic) => println!("page {page} has panicked, and its worker goes on"),
            }
        }
    });
}

/// Runs two workers, and prints how each of them ends.
#[tokio::main(flavor = "current_thread")]
async fn run<F: Future<Output = ()> + Send + 'static>(work: fn(Queue) -> F) {
    let queue = Queue::new(Mutex::new(vec![6, 5, 4, 3, 2, 1]));
    let mut workers: JoinSet<_> = (0..2).map(|_| work(Arc::clone(&queue))).collect();
    while let Some(ended) = workers.join_next().await {
        match ended {
            Ok(()) => println!("a worker has ended"),
            Err(error) => println!("a worker has ended: {error}"),
        }
    }
    println!("left in the queue: {}", queue.lock().expect("no panic while it is locked").len());
}

fn take(queue: &Queue) -> Option<u32> {
    queue.lock().expect("no panic while it is locked").pop()
}

async fn fetch(page: u32) {
    yield_now().await;
    assert!(page != 2 && page != 3, "the page is broken");
}
