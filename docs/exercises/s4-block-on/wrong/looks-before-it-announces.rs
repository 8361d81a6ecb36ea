//! Looking at the flag just before the sleep is early enough.
//!
//! Between the look and the sleep, another thread may set the flag and find no sleeper to notify. `turn` announces the
//! sleep first, and looks then.
//!
//! Dies: executor::a_wake_up_between_the_poll_and_the_sleep_is_not_lost
//! Says: a wake-up between the poll and the sleep is lost

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
        let is_woken = flag.is_woken.load(SeqCst);
        reactor.turn(|| is_woken)?;
    }
}
