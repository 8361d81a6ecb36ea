//! The deadline belongs to the fetch, not to the try.
//!
//! Each try has a time of its own. The deadline of the first one ends the second one too early.
//!
//! Dies: parts::tries::the_deadline_of_a_failed_try_does_not_end_the_next
//! Says: the first try's deadline ended the second

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        let mut state = self.state.take();
        let deadline = state.deadline.take();
        state.close(&self.reactor);
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(error) => {
                self.state.borrow_mut().deadline = deadline;
                self.finish(Err(error));
            }
        }
    }
}
