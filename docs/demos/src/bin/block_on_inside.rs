//! A task calls a function that calls `block_on`. Tokio notices.

use std::time::Duration;

use tokio::runtime::{Handle, Runtime};
use tokio::time::sleep;

fn main() {
    demos::panic_briefly();
    demos::main(wrong, fixed);
}

fn wrong() {
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        println!("the title is {:?}", title("/"));
    });
}

/// Returns the title of a page, also to callers that are not async.
fn title(path: &str) -> String {
    Handle::current().block_on(fetch(path))
}

fn fixed() {
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        println!("the title is {:?}", fetch("/").await);
    });
}

async fn fetch(path: &str) -> String {
    sleep(Duration::from_millis(50)).await;
    format!("The page at {path}")
}
