//! A turn that does not wait is safe, because no wake-up can be missed.
//!
//! It is a busy loop: a crawl that waits for a server takes a whole processor.
//!
//! Dies: parts::executor::a_wait_for_a_timer_uses_no_cpu_time
//! Says: of CPU time to wait for

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
        reactor.turn(|| true)?;
    }
}
