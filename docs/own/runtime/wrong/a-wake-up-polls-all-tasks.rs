//! After a wake-up, every task is polled: those with nothing to do return `Pending`.
//!
//! A thousand tasks that wait are then polled for each byte that comes for one of them.
//!
//! Dies: level2::only_what_was_woken_is_polled
//! Says: these are the polls of

// in place of
            runtime.poll_task(id);
// stands
            let ids: Vec<_> = runtime.tasks.borrow().keys().copied().collect();
            ids.into_iter().for_each(|id| runtime.poll_task(id));
// end of block
