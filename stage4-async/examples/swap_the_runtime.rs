//!     cargo run -p stage4-async --example swap_the_runtime
//!
//! An `async fn` does not choose its executor. The same `program` runs here on stage 3's `Executor`, on
//! the `futures` crate's `LocalPool`, and on smol's executor, and finds the same.
//!
//! The leaf futures cannot be swapped so easily, because each needs something that wakes it. A leaf like
//! `sleep` can be a parameter, and each runtime passes its own. The crawl has brought its reactor, and
//! the thread must sleep in that one. Stage 3's `Executor` does. `LocalPool` would park the thread, and
//! smol would sleep in a reactor of its own. So these two only run what is ready, and the thread sleeps
//! in our reactor. For this reason, most libraries for I/O are written for one runtime.

use std::io;
use std::time::Duration;

use common::Options;
use futures::FutureExt;
use futures::executor::LocalPool;
use futures::future::join;
use futures::task::LocalSpawnExt;
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

/// Sleeps and crawls at once, and returns a summary. It knows no runtime.
async fn program(sleep: impl AsyncFn(Duration), reactor: Reactor, options: Options) -> String {
    let (report, ()) = join(crawl_on(reactor, options.into()), sleep(Duration::from_millis(50))).await;
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
    let (reactor, mut pool) = (Reactor::new()?, LocalPool::new());
    let timers = reactor.clone();
    let sleep = move |time| Sleep::new(&timers, time);
    let spawned = pool.spawner().spawn_local_with_handle(program(sleep, reactor.clone(), options));
    let mut task = spawned.map_err(io::Error::other)?;
    loop {
        pool.run_until_stalled();
        match (&mut task).now_or_never() {
            Some(found) => return Ok(found),
            // This turn wakes the task. A wake-up from another thread would not end it, but there is none:
            // the address of the site needs no lookup.
            None => reactor.turn(|| false)?,
        }
    }
}

fn on_smol(options: Options) -> io::Result<String> {
    let reactor = Reactor::new()?;
    let executor = LocalExecutor::new();
    // smol's timers fire on a thread of smol's. Their wake-up ends the sleep in our reactor.
    let sleep = async |time| {
        Timer::after(time).await;
    };
    block_on(&reactor, executor.run(program(sleep, reactor.clone(), options)))
}
