//! A turn of the selector is a system call, and costs more than many polls. It comes when nothing is ready.
//!
//! If something is always ready, it never comes.
//!
//! Dies: level5::sockets_do_not_starve_though_tasks_are_always_ready
//! Says: ask the selector also while something is ready

// in place of
        match self.selector.borrow_mut().poll(events, timeout) {
// stands
        let asks = timeout != Some(Duration::ZERO);
        let mut asked = || if asks { self.selector.borrow_mut().poll(events, timeout) } else { Ok(()) };
        match asked() {
// end of block
