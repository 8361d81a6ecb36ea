//! A guard that is dropped before the `.await`, and still keeps the future from being `Send`. The compiler rejects it. In
//! the fix, the guard lives in a block that ends before the `.await`.
//!
//!     cargo check -p demos --features broken --bin not_send
//!     cargo run -p demos --bin not_send

use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use futures::executor::block_on;

fn main() {
    #[cfg(feature = "broken")]
    wrong();
    fixed();
}

#[cfg(feature = "broken")]
fn wrong() {
    let found = Arc::new(Mutex::new(Vec::new()));
    let task = spawn(async move {
        let mut pages = found.lock().unwrap();
        pages.push("/");
        drop(pages);
        fetch("/").await;
    });
    task.join().unwrap();
}

fn fixed() {
    let found = Arc::new(Mutex::new(Vec::new()));
    let task = spawn(async move {
        {
            let mut pages = found.lock().unwrap();
            pages.push("/");
        }
        fetch("/").await;
    });
    task.join().unwrap();
}

async fn fetch(path: &str) {
    println!("{path} is fetched, on a thread of its own");
}

/// Runs a task on another thread. The spawn functions of tokio and smol require the same bounds.
fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    thread::spawn(|| block_on(task))
}
