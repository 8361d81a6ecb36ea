//! Tokio's `sleep` on an executor that is not tokio's.

use std::panic;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::time::sleep;

fn main() {
    // By default, the message has a thread's number and perhaps a backtrace, which differ from run to run.
    panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::block_on(async |_reactor| {
        sleep(Duration::from_millis(50)).await;
        println!("the sleep is over");
    });
}

fn fixed() {
    // A thread of this runtime waits for tokio's timers.
    let runtime = Runtime::new().unwrap();
    demos::block_on(async move |_reactor| {
        let pause = {
            let _entered = runtime.enter();
            sleep(Duration::from_millis(50))
        };
        pause.await;
        println!("the sleep is over");
    });
}
