//! A task that calls an async closure of its caller. `AsyncFn` cannot say that the closure's future is `Send`, so the
//! compiler rejects the task. In the fix, the future has a name, and its argument is owned.

use demos::spawn;
use tokio::task::JoinHandle;

#[tokio::main]
async fn main() {
    #[cfg(feature = "broken")]
    wrong(async |path| fetch(path).await).await.unwrap();
    println!("{} bytes", fixed(fetch).await.unwrap());
}

#[cfg(feature = "broken")]
fn wrong<F>(fetch: F) -> JoinHandle<usize>
where
    F: AsyncFn(String) -> String + Send + 'static,
{
    spawn(async move { fetch("/".to_owned()).await.len() })
}

fn fixed<F, Fut>(fetch: F) -> JoinHandle<usize>
where
    F: Fn(String) -> Fut + Send + 'static,
    Fut: Future<Output = String> + Send,
{
    spawn(async move { fetch("/".to_owned()).await.len() })
}

async fn fetch(path: String) -> String {
    format!("the page at {path}")
}
