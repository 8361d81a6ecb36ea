//! A wait of a millisecond costs nothing.
//!
//! The server wakes a thousand times a second, for nothing.
//!
//! Dies: level1::a_server_with_nothing_to_do_takes_no_cpu
//! Says: does not rest

// in place of
        let timeout = (!self.unfinished.is_empty()).then_some(Duration::ZERO);
// stands
        let timeout = Some(Duration::from_millis(1));
// end of block
