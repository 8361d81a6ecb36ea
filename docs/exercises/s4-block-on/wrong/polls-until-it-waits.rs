//! While the future is awake, there is no need to look at the sockets.
//!
//! A future can stay awake for ever: one busy part of it wakes it at each poll. The timers and sockets of the
//! others starve.
//!
//! Dies: parts::executor::a_future_that_wakes_itself_for_ever_does_not_starve_timers_and_sockets
//! Says: after every poll, the reactor needs a turn

pub fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let notifier = Arc::clone(reactor.notifier());
    let flag = Arc::new(Flag { is_woken: AtomicBool::new(true), notifier });
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        while flag.is_woken.swap(false, SeqCst) {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return Ok(output);
            }
        }
        reactor.turn(|| flag.is_woken.load(SeqCst))?;
    }
}
