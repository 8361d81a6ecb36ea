//! A free thread looks at `closed` before each item.
//!
//! It sleeps, and sees nothing. The thread stays for ever, with all that the work owns.
//!
//! Dies: level2::a_drop_ends_threads_that_are_free
//! Says: which nothing can put

// in place of
        self.0.available.notify_all();
// stands
// end of block
