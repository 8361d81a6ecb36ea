//! Two pages of six panic. Each takes its worker with it. The fix catches the panic in the worker, which goes on.
//!
//!     cargo run -p demos --bin worker_panics
//!     cargo run -p demos --bin worker_panics -- fixed

use std::panic::{AssertUnwindSafe, set_hook};
use std::sync::{Arc, Mutex};

use futures::FutureExt;
use tokio::runtime::Builder;
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
fn run<F>(work: fn(Queue) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let queue = Queue::new(Mutex::new(vec![6, 5, 4, 3, 2, 1]));
    let runtime = Builder::new_current_thread().build().expect("the system gives a runtime");
    runtime.block_on(async {
        let mut workers = JoinSet::new();
        for _ in 0..2 {
            workers.spawn(work(Arc::clone(&queue)));
        }
        while let Some(ended) = workers.join_next().await {
            match ended {
                Ok(()) => println!("a worker has ended"),
                Err(error) => println!("a worker has ended: {error}"),
            }
        }
    });
    println!("left in the queue: {}", queue.lock().expect("no panic while it is locked").len());
}

fn take(queue: &Queue) -> Option<u32> {
    queue.lock().expect("no panic while it is locked").pop()
}

async fn fetch(page: u32) {
    yield_now().await;
    assert!(page != 2 && page != 3, "the page is broken");
}
