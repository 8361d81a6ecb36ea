//! A future that moves between two polls. The compiler rejects it. The fix moves a box, and the future in it stays where
//! it is.
//!
//!     cargo check -p demos --features broken --bin pin_moved
//!     cargo run -p demos --bin pin_moved

use std::collections::VecDeque;
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Poll, Waker};

fn main() {
    #[cfg(feature = "broken")]
    wrong();
    fixed();
}

#[cfg(feature = "broken")]
fn wrong() {
    let task = async {
        let bytes = *b"Hello";
        let first = &bytes[0];
        futures::pending!();
        println!("the reference is to the first byte: {}", ptr::eq(first, &bytes[0]));
    };
    let mut queue = VecDeque::from([task]);
    while let Some(mut task) = queue.pop_front() {
        if poll(&mut task).is_pending() {
            queue.push_back(task);
        }
    }
}

fn fixed() {
    let task = Box::pin(async {
        let bytes = *b"Hello";
        let first = &bytes[0];
        futures::pending!();
        println!("the reference is to the first byte: {}", ptr::eq(first, &bytes[0]));
    });
    let mut queue = VecDeque::from([task]);
    while let Some(mut task) = queue.pop_front() {
        if poll(&mut task).is_pending() {
            queue.push_back(task);
        }
    }
}

fn poll<F: Future + Unpin>(task: &mut F) -> Poll<F::Output> {
    Pin::new(task).poll(&mut Context::from_waker(Waker::noop()))
}
