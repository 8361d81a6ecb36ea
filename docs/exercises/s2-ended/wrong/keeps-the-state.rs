//! The next try overwrites what the last one has left.
//!
//! It finds the old lookup and the old token, and takes them for its own. The old deadline is still set.
//!
//! Dies: parts::tries::a_failed_try_is_followed_by_the_next_one_after_its_pause
//! Says: the second try has found the first one's state

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(error) => self.finish(Err(error)),
        }
    }
}
