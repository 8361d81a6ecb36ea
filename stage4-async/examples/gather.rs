//!     cargo run -p stage4-async --example gather
//!
//! Fetches three pages at once, and gathers the results in two ways. `join_all` waits for the slowest,
//! and returns all of them in the order of the requests. `FuturesUnordered` returns each one when it
//! comes. Neither needs tasks: one future polls the three.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::{FetchError, Options, Services, Target};
use futures::StreamExt;
use futures::future::join_all;
use futures::stream::FuturesUnordered;
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use stage4_async::fetch::fetch;

fn main() -> io::Result<()> {
    let slow = |milliseconds| Answer::html("Hello").after(Duration::from_millis(milliseconds));
    let site = Site::builder()
        .page("/tortoise", slow(500))
        .page("/hare", slow(100))
        .page("/hedgehog", slow(300))
        .start()?;
    let targets = ["/tortoise", "/hare", "/hedgehog"].map(|path| Target::page(Arc::new(site.url(path))));
    let reactor = Reactor::new()?;
    block_on(&reactor, gather(targets, &reactor))?.map_err(io::Error::other)
}

async fn gather(targets: [Target; 3], reactor: &Reactor) -> Result<(), FetchError> {
    let services = Arc::new(Services::new(Options::new([])));

    println!("join_all, in the order of the requests:");
    let answers = join_all(targets.iter().map(|target| ask(target, &services, reactor))).await;
    for answer in answers {
        println!("    {}", answer?);
    }

    println!("FuturesUnordered, in the order of the answers:");
    let mut answers: FuturesUnordered<_> =
        targets.iter().map(|target| ask(target, &services, reactor)).collect();
    while let Some(answer) = answers.next().await {
        println!("    {}", answer?);
    }
    Ok(())
}

async fn ask(target: &Target, services: &Arc<Services>, reactor: &Reactor) -> Result<String, FetchError> {
    let response = fetch(target, services, reactor).await?;
    Ok(format!("{} says {}", target.url.path(), String::from_utf8_lossy(&response.body)))
}
