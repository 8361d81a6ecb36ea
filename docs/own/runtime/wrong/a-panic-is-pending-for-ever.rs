//! A task that panicked has no output, so its handle has none.
//!
//! The future that awaits it waits for ever. A panic is an end, too.
//!
//! Dies: level2::a_panic_of_a_task_reaches_its_awaiter
//! Says: the future that awaits it is not polled

// in place of
            Err(panic) => Err(panic),
        };
// stands
            Err(_) => {
                future = None;
                return Poll::Ready(());
            }
        };
// end of block
