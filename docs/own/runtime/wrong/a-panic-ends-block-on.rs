//! A panic of a task is an error of the program, and ends it.
//!
//! One page that cannot be parsed would end the crawl of all.
//!
//! Dies: level2::a_panic_of_a_task_does_not_leave_block_on
//! Says: a panic of a task must not leave `block_on`

// in place of
        let result = match catch_unwind(AssertUnwindSafe(|| unfinished.as_mut().poll(cx))) {
// stands
        let result = match thread::Result::Ok(unfinished.as_mut().poll(cx)) {
// end of block
