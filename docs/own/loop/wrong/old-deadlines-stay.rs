//! An old deadline does no harm, if I look at the client when it is due.
//!
//! It stays the first one, and it is over: so no turn waits.
//!
//! Dies: level2::the_wait_for_a_limit_takes_no_cpu
//! Says: let no earlier one stay

// in place of
            self.deadlines.remove(&(client.deadline, token));
            client.deadline = Instant::now() + self.limit;
// stands
            client.deadline = Instant::now() + self.limit;
// end of block

// in place of
        due.into_iter().for_each(|(_, token)| self.close(token));
// stands
        for (_, token) in due {
            if self.clients.get(&token).is_none_or(|client| client.deadline <= last.0) {
                self.close(token);
            }
        }
// end of block
