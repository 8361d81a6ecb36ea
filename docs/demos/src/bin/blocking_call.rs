//! A blocking call in an async block stops every other future of the thread.
//!
//!     cargo run -p demos --bin blocking_call
//!     cargo run -p demos --bin blocking_call -- fixed

use std::thread;
use std::time::Duration;

use futures::future::{join, join_all};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const TICK: Duration = Duration::from_millis(20);
const WORK: Duration = Duration::from_millis(200);

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::block_on(async |reactor| {
        let work = async {
            println!("the work begins");
            thread::sleep(WORK);
            println!("the work ends");
        };
        join(ticks(&reactor), work).await;
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        let work = async {
            println!("the work begins");
            Sleep::new(&reactor, WORK).await;
            println!("the work ends");
        };
        join(ticks(&reactor), work).await;
    });
}

/// Ticks three times, and is done long before the work.
async fn ticks(reactor: &Reactor) {
    join_all([1, 2, 3].map(async |tick| {
        Sleep::new(reactor, TICK * tick).await;
        println!("tick {tick}");
    }))
    .await;
}
