//! I try every client in every turn: then no event is missed.
//!
//! The server never waits, and takes a whole processor.
//!
//! Dies: level1::a_server_with_nothing_to_do_takes_no_cpu
//! Says: does not rest

// in place of
            Ok(_) => {}
// stands
            Ok(_) => self.unfinished.push(token),
// end of block
