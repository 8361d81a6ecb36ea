//! A guard that is dropped before the `.await`, and still keeps the future from being `Send`. The compiler rejects it. In
//! the fix, the guard lives in a block that ends before the `.await`.

use std::sync::{Arc, Mutex};

use demos::spawn;

#[tokio::main]
async fn main() {
    let found = Arc::new(Mutex::new(Vec::new()));
    #[cfg(feature = "broken")]
    wrong(Arc::clone(&found)).await;
    fixed(found).await;
}

#[cfg(feature = "broken")]
async fn wrong(found: Arc<Mutex<Vec<&'static str>>>) {
    let task = spawn(async move {
        let mut pages = found.lock().unwrap();
        pages.push("/");
        drop(pages);
        fetch("/").await;
    });
    task.await.unwrap();
}

async fn fixed(found: Arc<Mutex<Vec<&'static str>>>) {
    let task = spawn(async move {
        {
            let mut pages = found.lock().unwrap();
            pages.push("/");
        }
        fetch("/").await;
    });
    task.await.unwrap();
}

async fn fetch(path: &str) {
    println!("{path} is fetched by a task that any thread may poll");
}
