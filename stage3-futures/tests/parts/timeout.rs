//! Deadlines: a timeout ends a future that waits too long, and drops it.

use std::future::pending;
use std::rc::Rc;
use std::time::Instant;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Timeout};

use crate::tools::drive;

#[test]
fn a_future_that_is_too_late_is_dropped_at_the_deadline() {
    let reactor = Reactor::new().unwrap();
    let kept = Rc::new(());
    let held = Rc::clone(&kept);
    let late = Box::pin(async move {
        pending::<()>().await;
        drop(held);
    });
    let mut timeout = Timeout::until(&reactor, Instant::now(), late);
    assert_eq!(drive(&reactor, &mut timeout), Err(Elapsed));
    let why = "the deadline has passed, but the timeout keeps what it waited for: a socket would be open";
    assert_eq!(Rc::strong_count(&kept), 1, "{why}");
    drop(timeout);
}
