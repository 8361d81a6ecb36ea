//! A getter goes away after it was woken: without its destructor, nothing wakes the next getter.
//!
//!     cargo run -p demos --bin dropped_getter
//!     cargo run -p demos --bin dropped_getter -- mended

use futures::poll;
use stage3_futures::queue::{Get, Queue};

fn main() {
    demos::main(wrong, mended);
}

fn wrong() {
    // `forget` ends the getter's life without a call of its destructor.
    two_getters(std::mem::forget);
}

fn mended() {
    two_getters(drop);
}

/// Puts an item for two getters. The first one is woken, and goes away before its next poll.
fn two_getters(go_away: fn(Get<&'static str>)) {
    demos::run(async move |_reactor, spawner| {
        let queue = Queue::default();
        let mut first = queue.get();
        assert!(poll!(&mut first).is_pending());
        let second = spawner.spawn(queue.get());
        // While this task awaits another one, the second getter has its first poll.
        spawner.spawn(async {}).await.unwrap();
        queue.put("an item");
        println!("an item is in the queue, and the first getter was woken");
        go_away(first);
        println!("the first getter is gone");
        let item = second.await.unwrap();
        println!("the second getter has {item}");
    });
}
