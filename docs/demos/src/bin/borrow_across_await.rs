//! A borrow of a `RefCell` that a task keeps across an `.await`. The compiler rejects it. In the fix, the borrow begins
//! after the `.await`.

use std::cell::RefCell;

use demos::{fetch, spawn};

#[tokio::main]
async fn main() {
    #[cfg(feature = "broken")]
    wrong().await;
    fixed().await;
}

#[cfg(feature = "broken")]
async fn wrong() {
    let found = RefCell::new(Vec::new());
    let task = spawn(async move {
        let mut pages = found.borrow_mut();
        pages.push(fetch("/").await);
    });
    task.await.unwrap();
}

async fn fixed() {
    let found = RefCell::new(Vec::new());
    let task = spawn(async move {
        let page = fetch("/").await;
        found.borrow_mut().push(page);
        found.take()
    });
    println!("{:?}", task.await.unwrap());
}
