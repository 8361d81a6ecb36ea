//! The end of a task is one step: the table is locked until its awaiter knows.
//!
//! The waker of an awaiter runs any code, and that may spawn a task.
//!
//! Dies: level2::a_waker_may_spawn_wake_and_cancel
//! Says: borrow

// in place of
            completion.awaiter.take().into_iter().for_each(Waker::wake);
// stands
            let runtime = Runtime::current();
            let tasks = runtime.tasks.borrow_mut();
            completion.awaiter.take().into_iter().for_each(Waker::wake);
            drop(tasks);
// end of block
