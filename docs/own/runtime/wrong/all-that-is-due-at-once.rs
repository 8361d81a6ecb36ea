//! All timers that are due are taken out, and then their wakers are called.
//!
//! The first waker may drop another sleep that is due. That one is out already, and wakes its task after its drop.
//!
//! Dies: level3::a_waker_of_a_sleep_may_use_the_runtime
//! Says: that woke its task all the same

// in place of
        while wake_first(&self.timers, ..=(now, usize::MAX)) {}
// stands
        let mut due = self.timers.take();
        let later = due.split_off(&(now, usize::MAX));
        self.timers.borrow_mut().extend(later);
        due.into_values().for_each(Waker::wake);
// end of block
