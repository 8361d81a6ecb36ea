//! A flag is cleared when its work is done.
//!
//! A wake-up may come during the poll. Clearing the flag afterwards clears that one, too, and the future
//! sleeps for ever.
//!
//! Dies: parts::executor::a_future_that_is_woken_during_its_own_poll_is_polled_again
//! Says: a wake-up during a poll is lost

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(true), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        if flag.is_woken.load(SeqCst) {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return Ok(output);
            }
            flag.is_woken.store(false, SeqCst);
        }
        reactor.turn(|| flag.is_woken.load(SeqCst))?;
    }
}
