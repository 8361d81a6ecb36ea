//! A guard that is dropped before the `.await`, and still keeps the future from being `Send`. The compiler rejects
//! it; the fix is `send_in_a_block`.
//!
//!     cargo check -p demos --features broken --bin not_send

use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use futures::executor::block_on;

fn main() {
    wrong();
}

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

async fn fetch(path: &str) {
    println!("{path} is fetched, on a thread of its own");
}

/// Runs a task on another thread. The spawn functions of tokio and smol require the same bounds.
fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    thread::spawn(|| block_on(task))
}
