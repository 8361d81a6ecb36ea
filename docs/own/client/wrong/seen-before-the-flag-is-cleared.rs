//! Clear the flag after the poll: what has called the waker before was seen by this poll.
//!
//! A fetch may call its waker during its own poll, and return `Pending`. The flag is cleared, and it is never
//! polled again.
//!
//! Dies: level1::a_fetch_that_wakes_itself_is_polled_again
//! Says: or a wake-up was lost

// in place of
use std::pin::pin;
// stands
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::task::{Context, Poll, Wake, Waker};
// end of block

// in place of
type Fetched = Result<String, Error>;
// stands
type Fetched = Result<String, Error>;

struct Flag {
    is_woken: AtomicBool,
    task: Waker,
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, SeqCst);
        self.task.wake_by_ref();
    }
}
// end of block

// in place of
            let fetched = fetch.await;
            (page, fetched)
// stands
            let mut fetch = Box::pin(fetch);
            let mut flag = None::<Arc<Flag>>;
            let poll = |cx: &mut Context<'_>| {
                if flag.as_ref().is_some_and(|flag| !flag.is_woken.load(SeqCst)) {
                    return Poll::Pending;
                }
                let flag = flag.get_or_insert_with(|| {
                    Arc::new(Flag { is_woken: AtomicBool::new(true), task: cx.waker().clone() })
                });
                let polled = fetch.as_mut().poll(&mut Context::from_waker(&Waker::from(Arc::clone(flag))));
                flag.is_woken.store(false, SeqCst);
                polled
            };
            let fetched = futures::future::poll_fn(poll).await;
            drop(fetch);
            (page, fetched)
// end of block
