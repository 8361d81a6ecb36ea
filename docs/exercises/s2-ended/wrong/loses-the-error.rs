//! A final error needs no further step.
//!
//! There is no caller that would notice. The crawl waits for the end of this fetch for ever.
//!
//! Dies: parts::tries::a_failed_try_is_followed_by_the_next_one_after_its_pause
//! Says: nothing follows

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        if self.attempt.again(error).is_ok() {
            self.pause();
        }
    }
}
