//! A future that keeps its first waker: one task polls it, and then another one.
//!
//!     cargo run -p demos --bin first_waker
//!     cargo run -p demos --bin first_waker -- fixed

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::future::{Either, select};
use stage3_futures::timer::Sleep;

fn main() {
    demos::main(wrong, fixed);
}

/// A bell that rings once, and the waker of the task that waits for it.
#[derive(Default)]
struct Bell {
    has_rung: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

fn wrong() {
    wait_in_two_tasks(|bell, cx| {
        if bell.has_rung.get() {
            return Poll::Ready(());
        }
        // One clone is enough: the first poll stores it.
        bell.waker.borrow_mut().get_or_insert_with(|| cx.waker().clone());
        Poll::Pending
    });
}

fn fixed() {
    wait_in_two_tasks(|bell, cx| {
        if bell.has_rung.get() {
            return Poll::Ready(());
        }
        let _replaced = bell.waker.replace(Some(cx.waker().clone()));
        Poll::Pending
    });
}

/// Lets the main task wait for the bell, and then task 2, with the same future. Then the bell rings.
fn wait_in_two_tasks(poll: fn(&Bell, &mut Context<'_>) -> Poll<()>) {
    demos::run(async move |reactor, spawner| {
        let bell = Rc::<Bell>::default();
        let waits = Rc::clone(&bell);
        let future = poll_fn(move |cx| poll(&waits, cx));
        let timeout = Sleep::new(&reactor, Duration::from_millis(10));
        let Either::Right((_, future)) = select(future, timeout).await else { return };
        println!("the main task has waited in vain, and gives the future to task 2");
        let task = spawner.spawn(async {
            future.await;
            println!("task 2 has heard the bell");
        });
        // Task 2 has its first poll.
        Sleep::new(&reactor, Duration::ZERO).await;
        println!("the bell rings, and calls the waker that it has");
        bell.has_rung.set(true);
        bell.waker.take().expect("the future has stored one").wake();
        task.await.expect("the task is not cancelled");
    });
}
