//! [`Archive`]: the pages themselves, as they passed over their connections.

pub(crate) mod exchange;
mod trim;

use std::sync::Arc;
use std::time::SystemTime;

use url::Url;

use crate::fetch::error::Cause;
use crate::fetch::http::{Decoder, MAX_HEAD, Response};

pub use exchange::Exchange;

/// A function that is called with the URL and the response of each page, on the thread that fetched it, before its links are
/// read. The responses carry their [`exchange`](Response::exchange).
///
/// If it panics, the crawl goes on: the page's record is then an error of kind `panic`.
#[derive(Clone)]
pub struct Archive(Arc<Keep>);

type Keep = dyn Fn(&Url, &Response) + Send + Sync;

impl Archive {
    /// Makes an archive from a function.
    pub fn new(keep: impl Fn(&Url, &Response) + Send + Sync + 'static) -> Archive {
        Archive(Arc::new(keep))
    }

    /// Calls the function.
    pub fn keep(&self, url: &Url, response: &Response) {
        (self.0)(url, response);
    }
}

/// What a fetch keeps of its current try: nothing, unless it is of a page and the crawl has an archive.
#[derive(Debug)]
pub(crate) struct Kept {
    is_wanted: bool,
    /// The most bytes of an answer that are kept: twice those of the longest body. Chunks may have long extensions.
    most: usize,
    exchange: Option<Box<Exchange>>,
    /// The answer, if only the archive needs its body. In a box, because each fetch has room for it, and few have an archive.
    head: Option<Box<Response>>,
}

impl Kept {
    /// Makes what a fetch keeps, of one whose body has at most `max_body` bytes. It keeps nothing unless it `is_wanted`.
    pub(crate) fn new(is_wanted: bool, max_body: usize) -> Kept {
        let most = max_body.saturating_mul(2).saturating_add(MAX_HEAD);
        Kept { is_wanted, most, exchange: None, head: None }
    }

    /// Begins with the request of a try. Drops what was kept of an earlier one.
    pub(crate) fn sends(&mut self, request: &[u8], via: Option<&Arc<Url>>) {
        if self.is_wanted {
            self.head = None;
            self.exchange = Some(Box::new(Exchange {
                began: SystemTime::now(),
                via: via.cloned(),
                request: request.to_vec(),
                answer: Vec::new(),
                truncated: None,
            }));
        }
    }

    /// Adds the next bytes of the answer.
    pub(crate) fn receives(&mut self, bytes: &[u8]) {
        if let Some(exchange) = &mut self.exchange {
            let fitting = bytes.len().min(self.most - exchange.answer.len());
            exchange.answer.extend_from_slice(&bytes[..fitting]);
            if fitting < bytes.len() {
                exchange.truncated = Some("length");
            }
        }
    }

    /// Notes how far the answer has been decoded.
    pub(crate) fn decoded(&mut self, decoder: &Decoder) {
        if self.exchange.is_some() && self.head.is_none() {
            self.head = decoder.head().map(Box::new);
        }
    }

    /// Returns the exchange that has led to the response.
    pub(crate) fn finish(&mut self) -> Option<Box<Exchange>> {
        let mut exchange = self.exchange.take()?;
        trim::trim(&mut exchange);
        Some(exchange)
    }

    /// Returns the answer if only the archive needs its body, which has failed. As much of it is kept as has come.
    pub(crate) fn fail(&mut self, cause: &Cause) -> Option<Response> {
        let head = self.head.take()?;
        let mut exchange = self.finish()?;
        exchange.truncated = Some(match cause {
            Cause::TooLarge(_) => "length",
            Cause::Timeout => "time",
            Cause::Truncated | Cause::Reset(_) => "disconnect",
            _ => "unspecified",
        });
        Some(Response { exchange: Some(exchange), ..*head })
    }
}
