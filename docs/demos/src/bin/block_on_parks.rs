//! A task calls the `block_on` of another crate, which parks the thread that would have woken it.
//!
//!     cargo run -p demos --bin block_on_parks
//!     cargo run -p demos --bin block_on_parks -- fixed

use std::time::Duration;

use stage3_futures::timer::Sleep;

const ANSWER: Duration = Duration::from_millis(50);

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::block_on(async |reactor| {
        println!("the task calls block_on, and waits for a timer");
        futures::executor::block_on(Sleep::new(&reactor, ANSWER));
        println!("the timer has fired");
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        println!("the task awaits a timer");
        Sleep::new(&reactor, ANSWER).await;
        println!("the timer has fired");
    });
}
