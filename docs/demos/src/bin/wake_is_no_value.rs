//! A future that takes a wake-up for its event: its task was woken for something else.
//!
//!     cargo run -p demos --bin wake_is_no_value
//!     cargo run -p demos --bin wake_is_no_value -- fixed

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures::future::join;
use stage3_futures::timer::Sleep;

fn main() {
    demos::main(wrong, fixed);
}

/// What a sender puts in, and the waker of the task that waits for it.
#[derive(Default)]
struct Mailbox {
    letter: Cell<Option<&'static str>>,
    waker: RefCell<Option<Waker>>,
}

fn wrong() {
    let mut has_waited = false;
    receive_with(move |mailbox, cx| {
        if has_waited {
            // The task was woken, so the letter is there.
            return Poll::Ready(mailbox.letter.take());
        }
        has_waited = true;
        let _replaced = mailbox.waker.replace(Some(cx.waker().clone()));
        Poll::Pending
    });
}

fn fixed() {
    receive_with(|mailbox, cx| {
        let letter = mailbox.letter.take();
        if letter.is_some() {
            return Poll::Ready(letter);
        }
        let _replaced = mailbox.waker.replace(Some(cx.waker().clone()));
        Poll::Pending
    });
}

/// Waits for a timer and for a letter in the same task. The letter is sent after the timer has fired.
fn receive_with<F>(mut receive: F)
where
    F: FnMut(&Mailbox, &mut Context<'_>) -> Poll<Option<&'static str>> + Send + 'static,
{
    demos::run(async move |reactor, spawner| {
        let mailbox = Rc::<Mailbox>::default();
        let sender = Rc::clone(&mailbox);
        let timer = async {
            Sleep::new(&reactor, Duration::from_millis(10)).await;
            println!("the timer has fired: this has woken the task");
            spawner.spawn(async move {
                println!("a letter is sent");
                sender.letter.set(Some("good news"));
                sender.waker.take().into_iter().for_each(Waker::wake);
            });
        };
        let receiver = async {
            let letter = poll_fn(|cx| receive(&mailbox, cx)).await;
            println!("the receiver is ready with {letter:?}");
        };
        join(timer, receiver).await;
    });
}
