//! The fix of `not_send`: the guard lives in a block that ends before the `.await`.
//!
//!     cargo run -p demos --bin send_in_a_block

use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use futures::executor::block_on;

fn main() {
    fixed();
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
