//!     cargo run -p stage4-async --example swap_the_runtime
//!
//! An `async fn` does not say who polls it. The same `program` runs here on stage 3's `Executor`, on
//! the `futures` crate's `LocalPool`, and on smol's executor, and finds the same.
//!
//! What is not swapped so easily are the leaves: somebody must wake them. A leaf like `sleep` can be
//! handed in, and each runtime hands in its own. The crawl has brought its reactor, and somebody
//! must sleep in it. The first two runtimes do. smol would sleep in a reactor of its own; so here its
//! executor is only asked to run what is ready, the thread sleeps in our reactor, and smol's timers,
//! which fire on a thread of smol's, end that sleep by a parker. It is no accident that most
//! libraries of I/O are written for one runtime.

use std::io;
use std::time::Duration;

use common::Options;
use futures::future::join;
use practice_site::{Answer, Site};
use smol::{LocalExecutor, Timer};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::crawl::crawl_on;
use stage4_async::executor::block_on;

fn main() -> io::Result<()> {
    let site = Site::builder()
        .page("/", Answer::links(["/ants", "/bees", "/moved", "/gone"]))
        .page("/ants", Answer::links(["/bees", "/cicadas"]))
        .page("/bees", Answer::html("<p>Busy."))
        .page("/cicadas", Answer::html("<p>Loud."))
        .page("/moved", Answer::redirect(301, "/ants"))
        .start()?;
    let options = Options::new([site.url("/")]);
    println!("Executor:  {}", on_executor(options.clone())?);
    println!("LocalPool: {}", on_local_pool(options.clone())?);
    println!("smol:      {}", on_smol(options)?);
    Ok(())
}

/// Sleeps and crawls at once, and tells what came of it. It knows no runtime.
async fn program(sleep: impl AsyncFn(Duration), reactor: Reactor, options: Options) -> String {
    let (report, ()) = join(crawl_on(reactor, options), sleep(Duration::from_millis(50))).await;
    let found = report.summary();
    format!("{} pages, {} redirect, {} error, and slept", found.pages, found.redirects, found.errors)
}

fn on_executor(options: Options) -> io::Result<String> {
    let executor = Executor::new()?;
    let reactor = executor.reactor().clone();
    let sleep = |time| Sleep::new(executor.reactor(), time);
    executor.run_until_complete(program(sleep, reactor, options))
}

fn on_local_pool(options: Options) -> io::Result<String> {
    let reactor = Reactor::new()?;
    let timers = reactor.clone();
    let sleep = move |time| Sleep::new(&timers, time);
    block_on(&reactor, program(sleep, reactor.clone(), options))
}

fn on_smol(options: Options) -> io::Result<String> {
    let reactor = Reactor::new()?;
    let executor = LocalExecutor::new();
    let sleep = async |time| {
        Timer::after(time).await;
    };
    block_on(&reactor, executor.run(program(sleep, reactor.clone(), options)))
}
