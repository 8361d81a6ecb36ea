//! A future that moves between two polls. The compiler rejects it. The fix moves a box, and the future in it stays where
//! it is.

use std::collections::VecDeque;
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Waker};

fn main() {
    #[cfg(feature = "broken")]
    wrong();
    fixed();
}

#[cfg(feature = "broken")]
fn wrong() {
    poll_in_turn(task());
}

fn fixed() {
    poll_in_turn(Box::pin(task()));
}

async fn task() {
    let bytes = *b"Hello";
    let first = &bytes[0];
    futures::pending!();
    println!("the reference is to the first byte: {}", ptr::eq(first, &bytes[0]));
}

fn poll_in_turn<F: Future + Unpin>(task: F) {
    let mut queue = VecDeque::from([task]);
    while let Some(mut task) = queue.pop_front() {
        let pinned = Pin::new(&mut task);
        if pinned.poll(&mut Context::from_waker(Waker::noop())).is_pending() {
            queue.push_back(task);
        }
    }
}
