//! An event with `is_read_closed` says that the client has gone.
//!
//! The client has only sent its end. Its last bytes may be unread, and it waits for them.
//!
//! Dies: level1::what_has_come_with_one_event_is_echoed_to_its_end
//! Says: does not get them back

// in place of
        let mut ready: Vec<_> = self.events.iter().map(|event| event.token()).collect();
// stands
        let closed: Vec<_> = self.events.iter().filter(|event| event.is_read_closed()).map(|event| event.token()).collect();
        closed.into_iter().for_each(|token| self.close(token));
        let mut ready: Vec<_> = self.events.iter().map(|event| event.token()).collect();
// end of block
