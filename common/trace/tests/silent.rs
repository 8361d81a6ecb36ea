//! While nothing listens, nothing is recorded, and no event is made.

use std::future::ready;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use trace::{blocks, callback, entries, note, parks, task};

#[test]
fn nothing_is_recorded_unless_something_listens() {
    let mut future = pin!(task("task", ready(1)));
    assert_eq!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(1));
    callback(|| ())();
    assert_eq!(blocks("an item", || 2) + parks(None, || 3), 5);
    note(|| panic!("the event is made"));
    assert_eq!(entries(), []);
}
