//! A task belongs to its handle, so it ends with it.
//!
//! Most tasks are spawned for what they do, and nothing awaits them.
//!
//! Dies: level2::a_task_whose_handle_was_dropped_runs_on
//! Says: the drop detaches it

// in place of
impl<T> Future for Task<T> {
// stands
impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.upgrade() {
            runtime.remove(self.id);
        }
    }
}

impl<T> Future for Task<T> {
// end of block
