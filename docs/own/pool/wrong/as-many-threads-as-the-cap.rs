//! The cap is the number of threads.
//!
//! It is the most that may be in flight. A caller that wants no limit passes `usize::MAX`.
//!
//! Dies: level1::there_are_no_more_threads_than_items
//! Says: no number of threads to start

// in place of
    let threads = cap.min(list.len());
// stands
    let threads = cap;
// end of block
