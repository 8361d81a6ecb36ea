//! One waits for room in a loop: `while`, not `if`, as with every condition.
//!
//! If no connection is idle, there is none to close, so the condition stays true, and the thread goes on for
//! ever.
//!
//! Dies: parts::connection_room::a_permit_is_made_although_no_connection_is_idle
//! Says: `reserve` does not return

impl Session {
    pub fn reserve(&self) -> Permit<'_> {
        while self.busy.get() + self.idle.borrow().len() >= self.max {
            self.close_oldest();
        }
        Permit::new(self)
    }
}
