//! An error ends the fetch.
//!
//! Many errors of a network are over a moment later. `again` knows which ones are final.
//!
//! Dies: parts::tries::a_failed_try_is_followed_by_the_next_one_after_its_pause
//! Says: the first error has ended the fetch

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        self.finish(Err(error));
    }
}
