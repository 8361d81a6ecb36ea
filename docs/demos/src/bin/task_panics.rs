//! A task panics: the other tasks run on, and the panic goes on where the task is awaited.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use futures::FutureExt;
use stage3_futures::timer::Sleep;

demos::main!(panics);

fn panics() {
    // By default, the message has a thread's number and perhaps a backtrace, which differ from run to run.
    panic::set_hook(Box::new(|panic| println!("{panic}")));
    demos::run(async |reactor, spawner| {
        let panics = spawner.spawn(async { panic!("a page is odd") });
        let sleep = Sleep::new(&reactor, Duration::from_millis(10));
        let other = spawner.spawn(async {
            sleep.await;
            "its page"
        });
        println!("the other task returns {:?}", other.await);
        let ended: Result<Result<(), _>, _> = AssertUnwindSafe(panics).catch_unwind().await;
        let panic = ended.expect_err("the panic goes on in `await`");
        println!("the await of the first task panics: {:?}", panic.downcast_ref::<&str>());
    });
}
