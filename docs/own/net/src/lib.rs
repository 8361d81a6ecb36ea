//! What a client is given: a net that fetches pages and sleeps. It hides the executor, so a client runs on any.

use std::time::Duration;

use thiserror::Error;

/// A net, with its clock.
///
/// Its futures do nothing before their first poll, as those of every `async fn`. Dropping one ends what it has begun.
#[expect(async_fn_in_trait, reason = "the futures stay on one thread")]
pub trait Net {
    /// Fetches a page once, and returns its text.
    async fn fetch(&self, url: &str) -> Result<String, Error>;

    /// Waits for `time`, counted from the first poll.
    async fn sleep(&self, time: Duration);
}

/// Why there is no page.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// The connection failed, or it was closed before the page was complete.
    #[error("the connection broke off")]
    Broken,
    /// The deadline came first.
    #[error("the page is late")]
    Late,
    /// The server has no such page.
    #[error("there is no such page")]
    Missing,
}

impl Error {
    /// Returns whether another try may succeed.
    pub fn is_worth_a_try(&self) -> bool {
        match self {
            Error::Broken | Error::Late => true,
            Error::Missing => false,
        }
    }
}
