//! Only a try that is followed by another one must be closed first.
//!
//! `fetched` reads a page and starts other fetches, of an error as well. Meanwhile the connection stays open,
//! for nothing.
//!
//! Dies: parts::try_the_end::an_error_finds_its_connection_closed
//! Says: the last try has failed, and `fetched` is called while

impl Fetcher {
    fn failed(self: &Rc<Self>, error: FetchError) {
        match self.attempt.again(error) {
            Ok(()) => {
                self.state.take().close(&self.reactor);
                self.pause();
            }
            Err(error) => {
                let fetched = self.fetched.borrow_mut().take();
                if let Some((target, fetched)) = fetched {
                    fetched(target, Err(error));
                }
                self.state.take().close(&self.reactor);
            }
        }
    }
}
