//! A future that moves between two polls. The compiler rejects it; the fix is `pin_boxed`.
//!
//!     cargo check -p demos --features broken --bin pin_moved

use std::collections::VecDeque;
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Poll, Waker};

fn main() {
    wrong();
}

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

fn poll<F: Future + Unpin>(task: &mut F) -> Poll<F::Output> {
    Pin::new(task).poll(&mut Context::from_waker(Waker::noop()))
}
