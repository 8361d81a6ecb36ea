//! A future that is made in an arm of `select!` starts again in each round of the loop.

use std::pin::pin;
use std::time::Duration;

use futures::{FutureExt, select_biased};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

demos::main!(wrong, fixed);

fn wrong() {
    demos::block_on(async |reactor| {
        for _ in 0..5 {
            select_biased! {
                () = message(&reactor).fuse() => println!("a message comes"),
                () = download(&reactor).fuse() => return println!("the download is complete"),
            }
        }
        println!("after five messages, the download is not complete");
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        let mut download = pin!(download(&reactor).fuse());
        for _ in 0..5 {
            select_biased! {
                () = message(&reactor).fuse() => println!("a message comes"),
                () = download => return println!("the download is complete"),
            }
        }
        println!("after five messages, the download is not complete");
    });
}

/// Waits for a message, which comes in the next turn of the reactor.
async fn message(reactor: &Reactor) {
    Sleep::new(reactor, Duration::ZERO).await;
}

/// Downloads three parts. Each comes in the next turn of the reactor.
async fn download(reactor: &Reactor) {
    for part in 1..=3 {
        println!("the download asks for part {part} of 3");
        Sleep::new(reactor, Duration::ZERO).await;
    }
}
