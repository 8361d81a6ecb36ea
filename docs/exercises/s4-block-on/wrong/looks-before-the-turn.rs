//! It does not matter whether the flag is read before the turn or in it.
//!
//! A wake-up may come after that look, and before the turn announces the sleep: `notify` finds nothing to
//! wake, and the thread sleeps on.
//!
//! Dies: executor_moments::a_wake_up_directly_before_the_next_sleep_is_not_lost
//! Says: in `has_work`, when it has announced the sleep

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
