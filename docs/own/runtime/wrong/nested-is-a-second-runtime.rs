//! A `block_on` inside of another one is a second runtime, and each has a selector of its own.
//!
//! The outer one has the same thread. It cannot go on until the inner one ends, which may wait for it.
//!
//! Dies: level1::a_block_on_inside_of_another_panics
//! Says: it would block the outer one

// in place of
        let is_free = CURRENT.with_borrow(Option::is_none);
// stands
        let is_free = true;
// end of block
