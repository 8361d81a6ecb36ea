//! Threads wait most of the time, so each item may have one of its own.
//!
//! The cap is for the server, which is asked for all pages at once.
//!
//! Dies: level1::as_many_are_in_flight_as_the_cap_allows
//! Says: the cap is 3, and 9 are in flight

// in place of
    let threads = cap.min(list.len());
// stands
    let threads = list.len();
// end of block
