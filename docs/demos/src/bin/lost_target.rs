//! A worker is told to stop while it takes a target: the target is lost, because the worker waits after it was taken.
//!
//!     cargo run -p demos --bin lost_target
//!     cargo run -p demos --bin lost_target -- fixed

use std::time::Duration;

use tokio::join;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    run(async |targets, stop| {
        let take = async {
            let target = targets.recv().await;
            pause().await;
            target
        };
        tokio::select! {
            () = stop.cancelled() => None,
            target = take => target,
        }
    });
}

fn fixed() {
    run(async |targets, stop| {
        let take = async {
            pause().await;
            targets.recv().await
        };
        tokio::select! {
            () = stop.cancelled() => None,
            target = take => target,
        }
    });
}

/// The pause between two requests to a host.
async fn pause() {
    sleep(Duration::from_millis(100)).await;
}

/// Puts two targets, lets a worker take one after another, and stops it during its second pause.
fn run(take: impl AsyncFn(&mut Receiver<u32>, &CancellationToken) -> Option<u32>) {
    // The clock is paused: when every task waits, it jumps to the next timer.
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("the system gives a runtime").block_on(async {
        let (sender, mut targets) = channel(2);
        for target in [1, 2] {
            sender.send(target).await.expect("the receiver is there");
        }
        let stop = CancellationToken::new();
        let stops = async {
            sleep(Duration::from_millis(150)).await;
            stop.cancel();
        };
        let work = async {
            while let Some(target) = take(&mut targets, &stop).await {
                println!("target {target} is taken");
            }
            println!("the worker stops; targets left in the channel: {}", targets.len());
        };
        join!(work, stops);
    });
}
