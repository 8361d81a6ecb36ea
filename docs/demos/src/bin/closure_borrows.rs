//! A function that calls a closure with a borrowed argument and awaits the result. If one type stands for the future, it
//! cannot hold the borrow, so the compiler rejects the call. The fix requires `AsyncFn`.

use demos::fetch;
use futures::executor::block_on;

fn main() {
    let paths = ["/", "/about"];
    #[cfg(feature = "broken")]
    block_on(total_of_one_type(&paths, |path| fetch(path)));
    println!("{} bytes", block_on(total(&paths, fetch)));
    println!("{} bytes", block_on(total(&paths, async |path: &str| fetch(path).await)));
}

#[cfg(feature = "broken")]
async fn total_of_one_type<F, Fut>(paths: &[&str], fetch: F) -> usize
where
    F: Fn(&str) -> Fut,
    Fut: Future<Output = String>,
{
    let mut total = 0;
    for path in paths {
        total += fetch(path).await.len();
    }
    total
}

async fn total<F>(paths: &[&str], fetch: F) -> usize
where
    F: AsyncFn(&str) -> String,
{
    let mut total = 0;
    for path in paths {
        total += fetch(path).await.len();
    }
    total
}
