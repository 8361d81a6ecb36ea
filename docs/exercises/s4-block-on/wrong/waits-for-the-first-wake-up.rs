//! A future is polled when it was woken, and never before.
//!
//! Nothing wakes a new future: its first poll is what registers its waker.
//!
//! Dies: parts::executor::a_new_future_is_polled_although_nothing_has_woken_it
//! Says: its first poll needs no wake-up

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(false), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        if flag.is_woken.swap(false, SeqCst)
            && let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker))
        {
            return Ok(output);
        }
        reactor.turn(|| flag.is_woken.load(SeqCst))?;
    }
}
