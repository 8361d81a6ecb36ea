//! A fetch that has ended owns nothing any more.
//!
//! Its callbacks own it, and the reactor owns them: the socket stays open, and the deadline set.
//!
//! Dies: parts::try_the_end::a_response_finds_its_connection_closed
//! Says: close the try first

impl Fetcher {
    fn finish(self: &Rc<Self>, result: Result<Response, FetchError>) {
        let fetched = self.fetched.borrow_mut().take();
        if let Some((target, fetched)) = fetched {
            fetched(target, result);
        }
    }
}
