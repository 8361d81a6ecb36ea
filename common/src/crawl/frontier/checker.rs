//! [`Checker`]: what a frontier keeps for [`Checks`](crate::crawl::checks::Checks).

mod backlinks;
mod externals;
mod fragments;

use std::collections::HashMap;
use std::sync::Arc;

use url::Url;

use super::seen::SeenUrls;
use crate::crawl::options::Options;
use crate::crawl::outcome::Next;
use crate::crawl::target::{Kind, Target};
use crate::report::{Backlinks, MissingFragment, Record};
use backlinks::BacklinksOf;
use externals::Externals;
use fragments::Fragments;

/// What a frontier keeps for the checks; nothing for those that are not wanted.
#[derive(Debug, Default)]
pub(super) struct Checker {
    externals: Option<Externals>,
    backlinks: Option<BacklinksOf>,
    fragments: Option<Fragments>,
}

impl Checker {
    pub(super) fn new(options: &Options) -> Checker {
        Checker {
            externals: options.checks.external.then(|| Externals::new(options)),
            backlinks: options.checks.backlinks.then(BacklinksOf::default),
            fragments: options.checks.fragments.then(Fragments::default),
        }
    }

    /// Notes that the crawl starts at `roots`.
    pub(super) fn start_at(&mut self, roots: &[Arc<Url>]) {
        if let Some(backlinks) = &mut self.backlinks {
            roots.iter().for_each(|root| backlinks.start_at(root));
        }
    }

    /// Notes where a settled target leads, the last of the `records`, before `seen` learns of it.
    pub(super) fn settle(&mut self, target: &Target, next: &mut Next, records: &[Record], seen: &SeenUrls) {
        if let Some(externals) = self.externals.as_mut().filter(|_| target.kind == Kind::External) {
            externals.settled(&target.url);
        }
        if let Some(backlinks) = &mut self.backlinks {
            backlinks.settle(next, records, seen);
        }
        if let (Some(fragments), Some(anchors)) = (&mut self.fragments, next.anchors.take()) {
            fragments.settle(&target.url, anchors, records);
        }
    }

    /// Takes the URLs out of scope from `new`, and returns those that may be fetched now.
    pub(super) fn admit(&mut self, new: &mut Vec<Arc<Url>>) -> Vec<Target> {
        self.externals.as_mut().map(|externals| externals.admit(new)).unwrap_or_default()
    }

    /// Returns whether `url`, which was found, is out of scope.
    pub(super) fn is_external(&self, url: &Url) -> bool {
        self.externals.as_ref().is_some_and(|externals| externals.has(url))
    }

    /// Returns the pages that link to what failed or redirects.
    pub(super) fn backlinks(&mut self, records: &[Record]) -> HashMap<Arc<Url>, Backlinks> {
        self.backlinks.take().map(|backlinks| backlinks.named(records)).unwrap_or_default()
    }

    /// Returns the links whose fragments have no target.
    pub(super) fn missing_fragments(&self, records: &[Record]) -> Vec<MissingFragment> {
        self.fragments.as_ref().map(|fragments| fragments.missing(records)).unwrap_or_default()
    }
}
