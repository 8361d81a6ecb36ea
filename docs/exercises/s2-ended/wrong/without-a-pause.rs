//! The next try may begin at once.
//!
//! A server that is overloaded fails again. `pause` waits until `starts_at`, which also keeps the delay
//! between two requests to one host.
//!
//! Dies: parts::tries::a_failed_try_is_followed_by_the_next_one_after_its_pause
//! Says: without its pause

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        match self.attempt.again(error) {
            Ok(()) => match self.started() {
                Ok(()) => {}
                Err(error) => self.failed(error),
            },
            Err(error) => self.finish(Err(error)),
        }
    }
}
