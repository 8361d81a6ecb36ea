//! A worker is told to stop while it takes a target, and the target is lost.
//! The fix is `take` of the package `work`.

use std::time::Duration;

use tokio::join;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

fn main() {
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

/// The pause between two requests to a host.
async fn pause() {
    sleep(Duration::from_millis(100)).await;
}

/// Puts two targets, lets a worker take one after another, and stops it during its second pause.
///
/// The clock is paused: when every task waits, it jumps to the next timer.
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn run(take: impl AsyncFn(&mut Receiver<u32>, &CancellationToken) -> Option<u32>) {
    demos::takes_no_argument();
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
}
