//! A getter is dropped after it was woken: without a destructor, nothing wakes the next getter.
//!
//!     cargo run -p demos --bin dropped_getter
//!     cargo run -p demos --bin dropped_getter -- fixed

use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures::poll;
use stage3_futures::queue::{Get, Queue};

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    two_getters(|getter| NoDestructor(ManuallyDrop::new(getter)));
}

fn fixed() {
    two_getters(|getter| getter);
}

/// A getter that does nothing when it is dropped.
struct NoDestructor(ManuallyDrop<Get<&'static str>>);

impl Future for NoDestructor {
    type Output = &'static str;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<&'static str> {
        Pin::new(&mut *self.0).poll(cx)
    }
}

/// Puts an item for two getters. The first one is woken, and dropped before its next poll.
fn two_getters<G: Future + Unpin + 'static>(make: fn(Get<&'static str>) -> G) {
    demos::run(async move |_reactor, spawner| {
        let queue = Queue::default();
        let mut first = make(queue.get());
        assert!(poll!(&mut first).is_pending());
        let second = spawner.spawn(queue.get());
        // While this task awaits another one, the second getter has its first poll.
        spawner.spawn(async {}).await.unwrap();
        queue.put("an item");
        println!("an item is in the queue, and the first getter was woken");
        drop(first);
        println!("the first getter is dropped");
        let item = second.await.unwrap();
        println!("the second getter has {item}");
    });
}
