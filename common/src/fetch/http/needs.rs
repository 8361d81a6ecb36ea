//! [`body_of`] and [`is_no_page`]: whether the crawl needs the body of an answer.

use std::borrow::Cow;

use super::request::Needs;
use super::{Response, coding};
use crate::page::sniff::{SNIFFED, page_type, sniff};

/// Returns whether a body that was needed is none of a page after all. That is known by its first bytes, if its type is not.
pub fn is_no_page(needs: Needs, response: &Response, is_coded: bool) -> bool {
    needs == Needs::Pages && response.content_type.is_none() && !body_of(needs, response, is_coded)
}

/// Returns whether the crawl needs the body of `response`, of which a part may have come. Without a type, the first bytes
/// tell.
pub fn body_of(needs: Needs, response: &Response, is_coded: bool) -> bool {
    let Response { status, content_type, body, .. } = response;
    let is_success = matches!(status, 200..300) && *status != 204;
    is_success
        && match needs {
            Needs::Pages if content_type.is_some() => page_type(response).is_some(),
            Needs::Pages => body.len() < SNIFFED || sniff(&decoded_start(body, is_coded)).is_some(),
            Needs::Start(_) => true,
            Needs::Nothing => false,
        }
}

/// Returns what the first bytes of a body are decoded to.
fn decoded_start(body: &[u8], is_coded: bool) -> Cow<'_, [u8]> {
    let coded = &body[..SNIFFED];
    if !is_coded {
        return coded.into();
    }
    let mut start = Vec::new();
    // It stops at the limit. What it has decoded before an error counts, too.
    _ = coding::decode(coded, &mut start, SNIFFED);
    start.into()
}
