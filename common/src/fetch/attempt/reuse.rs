//! [`Reuse`]: what only connections that are used again ask of an attempt.

use std::time::Duration;

use super::Attempt;
use crate::crawl::target::Kind;
use crate::fetch::error::FetchError;
use crate::fetch::http::Decoder;

/// An attempt on a connection that may be used again, or whose earlier tries were made elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Reuse<'a>(&'a Attempt);

impl Attempt {
    /// Returns this attempt, with what only connections that are used again ask of it.
    pub fn reuse(&self) -> Reuse<'_> {
        Reuse(self)
    }
}

impl Reuse<'_> {
    /// Takes the turn of this try on a connection that is there already.
    ///
    /// # Errors
    /// As [`Attempt::address`], which does the same for a new connection.
    pub fn take_turn(&self) -> Result<(), FetchError> {
        self.0.take_turn()
    }

    /// Returns the bytes of a request that asks the server to keep the connection open, if the answer is read to its end.
    pub fn request(&self) -> Vec<u8> {
        self.0.request_for(self.0.target.kind != Kind::External)
    }

    /// Returns whether this try has received a byte of the answer.
    pub fn is_answered(&self) -> bool {
        self.0.current.borrow().is_answered
    }

    /// Makes the error of an answer that ends here although the server has not ended it.
    pub fn cut_off(&self, decoder: &Decoder) -> FetchError {
        self.0.error(decoder.cut_off())
    }

    /// Begins with the try of this number, counted from 1: another process has made those before it.
    pub fn begin_at_try(&self, number: u32) {
        self.0.current.borrow_mut().number = number;
    }

    /// Repeats this try, because the server has given up the connection. Leaves the count of tries as it is.
    pub fn repeat(&self) {
        self.0.repeat(Duration::ZERO);
    }
}
