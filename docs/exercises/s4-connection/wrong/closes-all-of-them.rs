//! If there is no room, the idle connections are of no use.
//!
//! One of them has to go. The others save their next fetches a connect.
//!
//! Dies: parts::connection_room::room_for_one_connection_costs_one_idle_one
//! Says: and has closed two

impl Session {
    pub fn reserve(&self) -> Permit<'_> {
        if self.busy.get() + self.idle.borrow().len() >= self.max {
            self.close_idle();
        }
        Permit::new(self)
    }
}
