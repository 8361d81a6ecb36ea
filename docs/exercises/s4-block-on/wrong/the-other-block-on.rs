//! The `futures` crate has a `block_on`, which does for any future.
//!
//! It parks the thread until the waker is called. Our wakers are called in a turn of the reactor, and this
//! thread takes no turn.
//!
//! Dies: executor::a_future_that_waits_is_polled_when_it_is_woken_and_not_before
//! Says: has the reactor had its turns

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let _ = reactor;
    Ok(futures::executor::block_on(future))
}
