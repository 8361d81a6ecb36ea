//! A thread in `join` sees that the pool has ended.
//!
//! It sleeps, and sees nothing. The thread that changes what others wait for wakes them.
//!
//! Dies: level3::every_join_ends
//! Says: still in `join`

// in place of
        state.closed = true;
        self.0.available.notify_all();
        self.0.finished.notify_all();
// stands
        state.closed = true;
        self.0.available.notify_all();
// end of block
