//! A blocking call in an async block stops every other future of the thread.

use std::thread;
use std::time::Duration;

use futures::future::{join, join_all};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const WORK: Duration = Duration::from_millis(200);

demos::main!(wrong, fixed);

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
        Sleep::new(reactor, Duration::from_millis(20) * tick).await;
        println!("tick {tick}");
    }))
    .await;
}
