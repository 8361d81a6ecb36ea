//! A task that borrows the options of its caller. The compiler rejects it. In the fix, the task has a share of them.

use std::sync::Arc;

use common::Options;
use demos::spawn;

#[tokio::main]
async fn main() {
    let options = Options::new(Vec::new());
    #[cfg(feature = "broken")]
    wrong(&options).await;
    fixed(&options).await;
}

#[cfg(feature = "broken")]
async fn wrong(options: &Options) {
    let task = spawn(fetch("/", options));
    task.await.unwrap();
}

async fn fixed(options: &Options) {
    let options = Arc::new(options.clone());
    let its_options = Arc::clone(&options);
    let task = spawn(async move { fetch("/", &its_options).await });
    task.await.unwrap();
}

async fn fetch(path: &str, options: &Options) {
    println!("{path} is fetched, in at most {} tries", options.max_tries);
}
