//! [`Rare`]: what most attempts never need.

use std::time::Instant;

use crate::crawl::services::Services;
use crate::crawl::target::{Kind, Target};
use crate::extra::archive::Kept;

/// What most attempts never need, for all of their tries.
#[derive(Debug)]
pub(super) struct Rare {
    /// The minor version of HTTP that the request asks in.
    pub(super) minor: u8,
    /// Whether the request asks for the head of the answer alone.
    pub(super) asks_for_head: bool,
    /// Since when the system has had no descriptor for it.
    pub(super) lacks_since: Option<Instant>,
    /// The bytes of the current try.
    pub(super) kept: Kept,
}

impl Rare {
    pub(super) fn new(target: &Target, services: &Services) -> Rare {
        let is_kept = services.archive.is_some() && target.kind == Kind::Page;
        let kept = Kept::new(is_kept, services.options.max_body);
        Rare { minor: 0, asks_for_head: target.kind == Kind::External, lacks_since: None, kept }
    }
}
