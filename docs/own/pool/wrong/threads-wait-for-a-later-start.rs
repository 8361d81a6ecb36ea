//! A pool that is shut down keeps its threads: they cost nothing while they wait.
//!
//! Nothing can be put any more, so each waits for ever, with its stack.
//!
//! Dies: level3::every_thread_ends
//! Says: a thread does not end

// in place of
        let idle = |state: &mut State<T>| state.items.is_empty() && !state.closed;
// stands
        let idle = |state: &mut State<T>| state.items.is_empty();
// end of block
