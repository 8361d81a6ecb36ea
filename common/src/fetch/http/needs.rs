//! [`Needs`]: which bodies the crawl needs.

use std::borrow::Cow;

use super::{Response, coding};
use crate::page::sniff::{SNIFFED, page_type, sniff};

/// Which bodies are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Those of pages. A body over the limit is an error.
    Pages,
    /// That of a success, up to so many bytes.
    Start(usize),
    /// None: the head is the answer.
    Nothing,
}

impl Needs {
    /// Returns whether the crawl needs the body of `response`, of which a part may have come. Without a type, the first bytes
    /// tell.
    pub(super) fn body_of(self, response: &Response, is_coded: bool) -> bool {
        let Response { status, content_type, body, .. } = response;
        let is_success = matches!(status, 200..300) && *status != 204;
        is_success
            && match self {
                Needs::Pages if content_type.is_some() => page_type(response).is_some(),
                Needs::Pages => body.len() < SNIFFED || sniff(&decoded_start(body, is_coded)).is_some(),
                Needs::Start(_) => true,
                Needs::Nothing => false,
            }
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
