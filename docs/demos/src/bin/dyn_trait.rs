//! A trait with an `async fn` behind `dyn`. Each implementation has a future of another type and size, so the compiler
//! rejects it. In the fix, the future is in a box.

use std::pin::Pin;

use futures::executor::block_on;

fn main() {
    #[cfg(feature = "broken")]
    wrong(&Memory);
    let fetcher: &dyn DynFetch = &Memory;
    println!("{}", block_on(fetcher.fetch("/")));
}

#[cfg(feature = "broken")]
trait Fetch {
    async fn fetch(&self, path: &str) -> String;
}

#[cfg(feature = "broken")]
fn wrong(fetcher: &dyn Fetch) {
    println!("{}", block_on(fetcher.fetch("/")));
}

trait DynFetch {
    fn fetch<'a>(&'a self, path: &'a str) -> Pin<Box<dyn Future<Output = String> + Send + 'a>>;
}

/// Fetches pages from memory.
struct Memory;

impl DynFetch for Memory {
    fn fetch<'a>(&'a self, path: &'a str) -> Pin<Box<dyn Future<Output = String> + Send + 'a>> {
        Box::pin(async move { format!("the page at {path}") })
    }
}
