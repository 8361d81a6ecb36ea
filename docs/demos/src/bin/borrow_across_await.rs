//! Borrows that a task keeps across an `.await`: one of a `RefCell`, and the guard of a `Mutex`. The compiler rejects both.
//! In the fix, each ends before the `.await`, or begins after it.
//!
//!     cargo check -p demos --features broken --bin borrow_across_await
//!     cargo run -p demos --bin borrow_across_await

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use demos::spawn;

#[tokio::main]
async fn main() {
    #[cfg(feature = "broken")]
    {
        with_a_borrow().await;
        with_a_guard(&Arc::default()).await;
    }
    fixed(&Arc::default()).await;
}

#[cfg(feature = "broken")]
async fn with_a_borrow() {
    let found = RefCell::new(Vec::new());
    let task = spawn(async move {
        let mut pages = found.borrow_mut();
        pages.push(fetch("/").await);
    });
    task.await.unwrap();
}

#[cfg(feature = "broken")]
async fn with_a_guard(found: &Arc<Mutex<Vec<String>>>) {
    let found = Arc::clone(found);
    let task = spawn(async move {
        let mut pages = found.lock().unwrap();
        pages.push(fetch("/").await);
    });
    task.await.unwrap();
}

async fn fixed(found: &Arc<Mutex<Vec<String>>>) {
    let (own, shared) = (RefCell::new(Vec::new()), Arc::clone(found));
    let task = spawn(async move {
        let page = fetch("/").await;
        own.borrow_mut().push(page.clone());
        shared.lock().unwrap().push(page);
    });
    task.await.unwrap();
    println!("{:?}", found.lock().unwrap());
}

async fn fetch(path: &str) -> String {
    format!("the page at {path}")
}
