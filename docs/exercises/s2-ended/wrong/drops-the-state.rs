//! Dropping the state closes the try.
//!
//! The reactor owns the timer and the callbacks, and keeps them until they are removed.
//!
//! Dies: tries::the_deadline_of_a_failed_try_does_not_end_the_next
//! Says: the first try's deadline ended the second

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        drop(self.state.take());
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(error) => self.finish(Err(error)),
        }
    }
}
