//! A final error needs no further step.
//!
//! There is no caller that would notice. The crawl waits for the end of this fetch for ever.
//!
//! Dies: tries::the_error_of_the_last_try_is_the_result
//! Says: nothing follows

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        if self.attempt.again(error).is_ok() {
            self.pause();
        }
    }
}
