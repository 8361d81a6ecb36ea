//! An error of one turn is over in the next.
//!
//! A selector that fails goes on failing. The loop never sleeps again, and never ends.
//!
//! Dies: executor_moments::an_error_of_the_reactor_ends_the_loop_and_is_returned
//! Says: return the error of `turn`

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
        let _ = reactor.turn(|| flag.is_woken.load(SeqCst));
    }
}
