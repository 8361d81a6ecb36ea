//!     cargo run -p stage4-async --example gather
//!
//! Several pages at once, whose results are gathered. `join_all` returns them in the order of the list,
//! whatever the order of the answers, and `buffered` does so with a limit. To `join_all`, an error is a
//! result like others. `try_join_all` returns it at once, and drops the other fetches. Python's `gather`
//! is like `join_all` if `return_exceptions` is set. Otherwise it raises at once, and the others run on.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Services, Target};
use futures::StreamExt;
use futures::future::{join_all, try_join_all};
use futures::stream;
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use stage4_async::fetch::fetch;

const PAGES: [&str; 3] = ["/tortoise", "/hare", "/hedgehog"];
const ONE_BREAKS: [&str; 3] = ["/tortoise", "/hare", "/broken"];

fn main() -> io::Result<()> {
    gather("join_all", async |get| {
        let results = join_all(PAGES.map(|path| get.page(path))).await;
        println!("  {results:?}");
    })?;
    gather("with a limit of 2", async |get| {
        let fetches = stream::iter(PAGES).map(|path| get.page(path));
        let results: Vec<_> = fetches.buffered(2).collect().await;
        println!("  {results:?}");
    })?;
    gather("join_all, and one breaks", async |get| {
        let results = join_all(ONE_BREAKS.map(|path| get.page(path))).await;
        println!("  {results:?}");
    })?;
    gather("try_join_all, and one breaks", async |get| {
        let result = try_join_all(ONE_BREAKS.map(|path| get.page(path))).await;
        println!("  {result:?}");
    })
}

/// Fetches pages of a site whose answers do not come in the order of the lists.
fn gather(how: &str, fetch_all: impl AsyncFn(&Get)) -> io::Result<()> {
    println!("{how}:");
    let after = |milliseconds, answer: Answer| answer.after(Duration::from_millis(milliseconds));
    let site = Site::builder()
        .page("/hare", after(100, Answer::html("I am fast")))
        .page("/broken", after(300, Answer::reset(Answer::html(""), 10)))
        .page("/hedgehog", after(300, Answer::html("I am here")))
        .page("/tortoise", after(600, Answer::html("I am slow")))
        .start()?;
    let options = Options { max_tries: 1, ..Options::new([site.url("/")]) };
    let get = Get { site, services: Arc::new(options.into()), reactor: Reactor::new()? };
    block_on(&get.reactor, fetch_all(&get))?;
    println!("  at most {} at once", get.site.most_open());
    Ok(())
}

/// What the fetches share.
struct Get {
    site: Site,
    services: Arc<Services>,
    reactor: Reactor,
}

impl Get {
    /// Returns the text of a page, or the kind of an error.
    async fn page(&self, path: &'static str) -> Result<String, String> {
        let target = Target::page(Arc::new(self.site.url(path)));
        let mut end = End { path, how: "is dropped" };
        let fetched = fetch(&target, &self.services, &self.reactor).await;
        end.how = if fetched.is_ok() { "has come" } else { "is broken" };
        let response = fetched.map_err(|error| error.cause.kind().to_owned())?;
        Ok(String::from_utf8_lossy(&response.body).into_owned())
    }
}

/// Says how a fetch has ended.
struct End {
    path: &'static str,
    how: &'static str,
}

impl Drop for End {
    fn drop(&mut self) {
        println!("  {} {}", self.path, self.how);
    }
}
