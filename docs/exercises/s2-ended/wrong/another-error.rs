//! Any error will do, since it is an error.
//!
//! The report would say that a page timed out, though its host does not exist.
//!
//! Dies: parts::tries::the_error_of_the_last_try_is_the_result
//! Says: finish with the one that

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(_) => self.finish(Err(self.attempt.timed_out())),
        }
    }
}
