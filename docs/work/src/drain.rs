//! Graceful shutdown: take nothing more, let what is in flight end, and cancel what does not end in time.

use std::io;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use common::Services;
use common::crawl::interrupt::Interrupt;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::log;

/// Gives the crawl an interrupt of its own, which ends what is in flight. Returns the services with it, and the interrupt of
/// the caller, which begins the shutdown. Without a `grace`, the two are one.
pub fn end_after_drain(mut services: Services, grace: Duration) -> (Arc<Services>, Interrupt) {
    let interrupt = &mut services.interrupt;
    let begins = if grace.is_zero() { interrupt.clone() } else { mem::take(interrupt) };
    (Arc::new(services), begins)
}

/// Waits until `interrupt` is triggered. The command line of all stages triggers it, at Ctrl-C and at SIGTERM.
pub async fn interrupted(interrupt: &Interrupt) {
    let (sender, interrupted) = oneshot::channel();
    // Sending fails only if this future was dropped, and then nothing waits.
    let _listening = interrupt.on_trigger(move || sender.send(()).unwrap_or_default());
    // `_listening` keeps the sender alive, so this is no error.
    interrupted.await.unwrap_or_default();
}

/// Drains the crawl, for the time `grace` at most. What is cut off is not settled: the report counts it as unfinished.
pub async fn drain(
    workers: &mut JoinSet<()>,
    end: &Interrupt,
    grace: Duration,
    rest: impl Future<Output = ()>,
) {
    say_ending(grace);
    if timeout(grace, rest).await.is_err() {
        // From here on, the frontier settles nothing: an error may come from the end of its fetch.
        // A poll that computes looks at `end`, and `shutdown` waits for it.
        end.trigger();
        workers.shutdown().await;
    }
}

/// Says on stderr that a shutdown with this `grace` has begun.
pub fn say_ending(grace: Duration) {
    if !grace.is_zero() {
        log::say!("ending; what is in flight has {grace:?}, or until a second signal");
    }
}

/// Runs a crawl on a runtime with a thread for each core.
///
/// # Errors
/// If the runtime cannot be started.
pub fn run<T>(crawl: impl Future<Output = T>) -> io::Result<T> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(crawl);
    // A computation cannot be cancelled. It is left behind.
    runtime.shutdown_background();
    Ok(report)
}
