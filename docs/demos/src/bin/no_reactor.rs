//! Tokio's `sleep` on an executor that is not tokio's.
//!
//!     cargo run -p demos --bin no_reactor
//!     cargo run -p demos --bin no_reactor -- fixed

use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::time::sleep;

const PAUSE: Duration = Duration::from_millis(50);

fn main() {
    demos::panic_briefly();
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::block_on(async |_reactor| {
        sleep(PAUSE).await;
        println!("the sleep is over");
    });
}

fn fixed() {
    // A thread of this runtime waits for tokio's timers.
    let runtime = Runtime::new().unwrap();
    demos::block_on(async move |_reactor| {
        let pause = {
            let _entered = runtime.enter();
            sleep(PAUSE)
        };
        pause.await;
        println!("the sleep is over");
    });
}
