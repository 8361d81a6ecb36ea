//! `cancel` marks the task, and the loop drops it when it comes by.
//!
//! The caller goes on as if the connection of the task were closed, and the file unlocked. They are not.
//!
//! Dies: level2::cancel_drops_the_future_before_it_returns
//! Says: `cancel` has returned, and the future of the task is not dropped

// in place of
        if let Some(runtime) = self.runtime.upgrade() {
            runtime.remove(self.id);
        }
// stands
        if let Some(runtime) = self.runtime.upgrade() {
            let entry = runtime.tasks.borrow_mut().remove(&self.id);
            runtime.insert(async move { drop(entry) });
        }
// end of block
