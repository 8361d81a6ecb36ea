//! `block_on` resets what it has set before it returns the output.
//!
//! A panic of the future leaves it on another way. A `Drop` runs on each.
//!
//! Dies: level1::after_a_panic_the_next_block_on_works
//! Says: must be reset by any way out of it

// in place of
        // end
        CURRENT.set(None);
    }
// stands
        // end
        if !std::thread::panicking() {
            CURRENT.set(None);
        }
    }
// end of block
