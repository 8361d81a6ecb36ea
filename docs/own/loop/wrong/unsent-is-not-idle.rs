//! A client with unsent bytes is not idle: the server has work for it.
//!
//! A client that never reads keeps its place for ever.
//!
//! Dies: level2::a_client_that_takes_nothing_is_idle
//! Says: unsent bytes do not keep it open

// in place of
        due.into_iter().for_each(|(_, token)| self.close(token));
// stands
        for due in due {
            match self.clients.get_mut(&due.1) {
                Some(client) if !client.unsent.is_empty() => {
                    self.deadlines.remove(&due);
                    client.deadline = Instant::now() + self.limit;
                    self.deadlines.insert((client.deadline, due.1));
                }
                _ => self.close(due.1),
            }
        }
// end of block
