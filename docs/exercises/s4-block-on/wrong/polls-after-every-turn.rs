//! When the reactor returns, something has happened, so the future is polled.
//!
//! It may have happened to something else. A turn ends for any event and any timer; the waker says whether
//! the future is meant.
//!
//! Dies: parts::executor::a_future_that_waits_is_polled_when_it_is_woken_and_not_before
//! Says: polls, but one wake-up

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(true), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        flag.is_woken.store(false, SeqCst);
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Ok(output);
        }
        reactor.turn(|| flag.is_woken.load(SeqCst))?;
    }
}
