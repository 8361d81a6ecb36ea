//! Two futures that are made first and awaited afterwards do not run at the same time.
//!
//!     cargo run -p demos --bin one_after_the_other
//!     cargo run -p demos --bin one_after_the_other -- fixed

use std::time::Duration;

use futures::future::join;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const ANSWER: Duration = Duration::from_millis(100);

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::block_on(async |reactor| {
        let first = fetch("/first", &reactor);
        let second = fetch("/second", &reactor);
        println!("both calls have returned");
        first.await;
        second.await;
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        let first = fetch("/first", &reactor);
        let second = fetch("/second", &reactor);
        println!("both calls have returned");
        join(first, second).await;
    });
}

async fn fetch(path: &str, reactor: &Reactor) {
    println!("{path}: the request is sent");
    Sleep::new(reactor, ANSWER).await;
    println!("{path}: the answer is here");
}
