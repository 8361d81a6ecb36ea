//! Tasks that share an `Rc`, on a runtime with several threads. The compiler rejects it. In the fix, they share an `Arc`
//! with an atomic.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

#[cfg(feature = "broken")]
use std::{cell::Cell, rc::Rc};

use demos::{fetch, spawn};

#[tokio::main]
async fn main() {
    #[cfg(feature = "broken")]
    wrong().await;
    fixed().await;
}

#[cfg(feature = "broken")]
async fn wrong() {
    let bytes = Rc::new(Cell::new(0));
    let its_bytes = Rc::clone(&bytes);
    let task = spawn(async move {
        let page = fetch("/").await;
        its_bytes.set(its_bytes.get() + page.len());
    });
    task.await.unwrap();
    println!("{} bytes", bytes.get());
}

async fn fixed() {
    let bytes = Arc::new(AtomicUsize::new(0));
    let its_bytes = Arc::clone(&bytes);
    let task = spawn(async move {
        let page = fetch("/").await;
        its_bytes.fetch_add(page.len(), SeqCst);
    });
    task.await.unwrap();
    println!("{} bytes", bytes.load(SeqCst));
}
