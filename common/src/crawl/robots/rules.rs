//! The rules in a robots.txt, or in what is there instead of one.

use robotxt::{AccessResult, Robots};

use crate::fetch::http::{PRODUCT, Response};

/// The rules for this crawler in an answer that is no redirect; none if that is the server's failure
/// (RFC 9309, sections 2.3.1.1 to 2.3.1.4). Of the body, 500 KiB count.
pub(crate) fn rules(response: &Response) -> Option<Robots> {
    match response.status {
        200..300 => Some(Robots::parse(&response.body, PRODUCT)),
        500.. => None,
        _ => Some(Robots::from_access(AccessResult::Unavailable, PRODUCT)),
    }
}
