//! After `Pending` there is nothing to do, so the thread may sleep.
//!
//! Another thread may have woken the future since, or the future itself during its poll. No event tells of
//! that.
//!
//! Dies: executor::a_future_that_is_woken_during_its_own_poll_is_polled_again
//! Says: a wake-up during a poll is lost

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(true), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        if flag.is_woken.swap(false, SeqCst)
            && let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker))
        {
            return Ok(output);
        }
        reactor.turn(|| false)?;
    }
}
