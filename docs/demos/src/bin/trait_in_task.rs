//! A trait with an `async fn`, and a task that calls it. The trait does not promise that the future is `Send`, so the compiler
//! rejects the task. In the fix, the trait promises it, and the implementation stays as it is.

use std::sync::Arc;

use demos::spawn;
use tokio::task::JoinHandle;

#[tokio::main]
async fn main() {
    #[cfg(feature = "broken")]
    wrong(Arc::new(Memory)).await.unwrap();
    println!("{}", fixed(Arc::new(Memory)).await.unwrap());
}

/// Fetches pages from memory.
struct Memory;

#[cfg(feature = "broken")]
trait Fetch {
    async fn fetch(&self, path: &str) -> String;
}

#[cfg(feature = "broken")]
impl Fetch for Memory {
    async fn fetch(&self, path: &str) -> String {
        format!("the page at {path}")
    }
}

#[cfg(feature = "broken")]
fn wrong<F: Fetch + Send + Sync + 'static>(fetcher: Arc<F>) -> JoinHandle<String> {
    spawn(async move { fetcher.fetch("/").await })
}

trait SendFetch {
    fn fetch(&self, path: &str) -> impl Future<Output = String> + Send;
}

impl SendFetch for Memory {
    async fn fetch(&self, path: &str) -> String {
        format!("the page at {path}")
    }
}

fn fixed<F: SendFetch + Send + Sync + 'static>(fetcher: Arc<F>) -> JoinHandle<String> {
    spawn(async move { fetcher.fetch("/").await })
}
