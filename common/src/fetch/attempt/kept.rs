//! The bytes of the request and of the answer, which an attempt keeps if the crawl has an archive.

use std::time::SystemTime;

use super::Attempt;
use crate::crawl::target::Kind;
use crate::fetch::http::{Exchange, MAX_HEAD};

impl Attempt {
    /// Begins the exchange of this try with the bytes of its request, which are returned. Drops that of an earlier one.
    pub(super) fn keep_request(&self, request: Vec<u8>) -> Vec<u8> {
        if self.options.archive.is_some() && self.target.kind == Kind::Page {
            self.current.borrow_mut().exchange = Some(Box::new(Exchange {
                began: SystemTime::now(),
                via: self.target.via.clone(),
                request: request.clone(),
                answer: Vec::new(),
            }));
        }
        request
    }

    /// Adds the next bytes of the answer. An answer of more than twice the bytes that its body may have is not kept, because
    /// chunks of one byte each may have thousands of bytes of extensions.
    pub(super) fn keep_answer(&self, bytes: &[u8]) {
        let most = self.options.max_body.saturating_mul(2).saturating_add(MAX_HEAD);
        let kept = &mut self.current.borrow_mut().exchange;
        drop(kept.take_if(|exchange| exchange.answer.len() + bytes.len() > most));
        if let Some(exchange) = kept {
            exchange.answer.extend_from_slice(bytes);
        }
    }

    /// Returns the exchange that has led to the response.
    pub(super) fn kept(&self) -> Option<Box<Exchange>> {
        let mut exchange = self.current.borrow_mut().exchange.take()?;
        exchange.end();
        Some(exchange)
    }
}
