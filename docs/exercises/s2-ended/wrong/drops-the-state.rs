//! Dropping the state closes the try.
//!
//! The reactor owns the timer and the callbacks, and keeps them until they are removed.
//!
//! Dies: parts::tries::a_fetch_that_has_ended_leaves_no_callback
//! Says: the fetch has left a timer or a callback behind

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        drop(self.state.take());
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(error) => self.finish(Err(error)),
        }
    }
}
