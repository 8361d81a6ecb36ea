//! The order of closing and calling does not matter.
//!
//! The call reads a page for links and starts other fetches. Meanwhile the connection stays open.
//!
//! Dies: try_the_end::a_response_finds_its_connection_closed
//! Says: close the try first

impl Fetcher {
    fn finish(self: &Rc<Self>, result: Result<Response, FetchError>) {
        let fetched = self.fetched.borrow_mut().take();
        if let Some((target, fetched)) = fetched {
            fetched(target, result);
        }
        self.state.take().close(&self.reactor);
    }
}
