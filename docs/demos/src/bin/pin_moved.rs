//! A future that moves between two polls. The compiler rejects it. The fix moves a box, and the future in it stays where
//! it is.
//!
//!     cargo check -p demos --features broken --bin pin_moved
//!     cargo run -p demos --bin pin_moved
//!     cargo run -p demos --bin pin_moved -- --svg > docs/book/src/pictures/pin-move.svg
//!
//! The last command draws the picture of a move, with the addresses of this run in place of the old ones.

use std::collections::VecDeque;
use std::env;
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Waker};

fn main() {
    #[cfg(feature = "broken")]
    wrong();
    if env::args().nth(1).as_deref() == Some("--svg") {
        print!("{}", picture());
    } else {
        fixed();
    }
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

/// The picture of an earlier run. `data-at="NAME"` marks an address.
const PICTURE: &str = include_str!("../../../book/src/pictures/pin-move.svg");

/// What the future of `task` keeps. Safe code may move it, because a raw pointer promises nothing.
#[repr(C)]
struct Kept {
    bytes: [u8; 5],
    first: *const u8,
}

/// Draws the picture with the addresses of this run.
fn picture() -> String {
    let kept = || Kept { bytes: *b"Hello", first: ptr::null() };
    let (mut task, mut boxed) = (kept(), Box::new(kept()));
    task.first = &task.bytes[0];
    boxed.first = &boxed.bytes[0];
    let before = [("task", at(&task)), ("first", last(task.first)), ("box", at(&boxed))];
    let (queue, boxes) = (VecDeque::from([task]), VecDeque::from([boxed]));
    let after = [
        ("queue", at(&queue[0])),
        ("moved-first", last(queue[0].first)),
        ("size", format!("{} bytes", size_of_val(&queue[0]))),
        ("box-queue", at(&boxes[0])),
        ("box-value", last(&*boxes[0])),
        ("box-size", format!("{} bytes", size_of_val(&boxes[0]))),
        ("heap", at(&*boxes[0])),
        ("heap-first", last(boxes[0].first)),
    ];
    let mut parts = PICTURE.split(" data-at=\"");
    let mut picture = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("\">").expect("the name of an address");
        let (_old, rest) = rest.split_once('<').expect("an end");
        let (_, new) = before.iter().chain(&after).find(|(its, _)| *its == name).expect("a known name");
        picture.extend([" data-at=\"", name, "\">", new, "<", rest]);
    }
    picture
}

fn at<T>(value: &T) -> String {
    format!("{:#x}", ptr::from_ref(value).addr())
}

/// Returns the last digits of an address.
fn last<T>(pointer: *const T) -> String {
    format!("…{:04x}", pointer.addr() & 0xffff)
}
