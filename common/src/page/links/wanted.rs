//! [`Wanted`]: what is wanted of a page beside its links.

use regex_lite::Regex;

/// What is wanted of a page beside its links. The default is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Whether the names in the page and its links that have fragments are wanted.
    pub anchors: bool,
    /// Whether links that are no URLs are wanted.
    pub invalid: bool,
    /// Links that match one of these with their fragments are left out.
    pub exclude: &'a [Regex],
}

impl Wanted<'_> {
    /// Returns whether the fragments of links matter.
    pub(super) fn fragments(&self) -> bool {
        self.anchors || !self.exclude.is_empty()
    }

    /// Returns whether a link, with its fragment, is left out.
    pub(super) fn excludes(&self, link: &str) -> bool {
        self.exclude.iter().any(|regex| regex.is_match(link))
    }
}
