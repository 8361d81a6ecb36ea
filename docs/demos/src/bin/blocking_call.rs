//! A blocking call in an async block stops every other future of the thread.

use std::thread;
use std::time::Duration;

use futures::future::{join, join_all};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const WORK: Duration = Duration::from_millis(200);

demos::main!(wrong, fixed);

fn wrong() {
    beside_ticks(async |_reactor| thread::sleep(WORK));
}

fn fixed() {
    beside_ticks(async |reactor| Sleep::new(reactor, WORK).await);
}

/// Runs `work` beside three ticks, which are due long before it ends.
fn beside_ticks(work: impl AsyncFn(&Reactor) + Send + 'static) {
    demos::block_on(async move |reactor| {
        let ticks = [1, 2, 3].map(async |tick| {
            Sleep::new(&reactor, Duration::from_millis(20) * tick).await;
            println!("tick {tick}");
        });
        let work = async {
            println!("the work begins");
            work(&reactor).await;
            println!("the work ends");
        };
        join(join_all(ticks), work).await;
    });
}
