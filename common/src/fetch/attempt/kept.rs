//! The bytes of the request and of the answer, which an attempt keeps if the crawl has an archive.

use super::Attempt;
use crate::crawl::target::Kind;
use crate::fetch::http::{Exchange, MAX_ROBOTS_TXT, Response};

impl Attempt {
    /// Begins the exchange of this try with the bytes of its request, which are returned. Drops that of an earlier one.
    pub(super) fn keep_request(&self, request: Vec<u8>) -> Vec<u8> {
        if self.options.archive.is_some() && !self.is_check() {
            let mut current = self.current.borrow_mut();
            let exchange = Exchange::begin(&request, current.address, self.target.via.clone());
            current.exchange = Some(Box::new(exchange));
        }
        request
    }

    pub(super) fn keep_answer(&self, bytes: &[u8]) {
        if let Some(exchange) = &mut self.current.borrow_mut().exchange {
            exchange.receive(bytes, self.options.max_body);
        }
    }

    /// Returns the exchange that has led to `response`.
    pub(super) fn kept(&self, response: &Response) -> Option<Box<Exchange>> {
        let mut exchange = self.current.borrow_mut().exchange.take()?;
        exchange.end();
        let is_robots_txt = matches!(self.target.kind, Kind::RobotsTxt { .. });
        exchange.is_cut |= is_robots_txt && response.body.len() > MAX_ROBOTS_TXT;
        Some(exchange)
    }
}
