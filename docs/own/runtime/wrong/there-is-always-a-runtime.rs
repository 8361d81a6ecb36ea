//! A task that is spawned before `block_on` waits for it.
//!
//! If no `block_on` comes, the task never runs, and nothing says so.
//!
//! Dies: level2::spawn_outside_of_block_on_panics
//! Says: nothing would run it

// in place of
        CURRENT.with_borrow(Option::clone).expect("there is no runtime here: call this inside of `block_on`")
// stands
        let new = || Rc::new(Runtime::new().expect("the system has descriptors"));
        CURRENT.with_borrow(Option::clone).unwrap_or_else(new)
// end of block
