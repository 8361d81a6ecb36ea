//! [`Anchors`]: the names in a page, and its links that have fragments.

use std::borrow::Cow;
use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::Url;

use super::element::Element;
use super::resolve::resource;
use super::scan::{Scanner, Tag, decode};
use crate::fetch::http::Response;

/// What begins a directive to the browser, such as `:~:text=`, which is no part of the name (WICG, URL Fragment Text
/// Directives, section 3.3).
const DIRECTIVE: &str = ":~:";

/// The names in a page, and its links that have fragments.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Anchors {
    /// The names in the page; `None` if it is not HTML.
    pub names: Option<Names>,
    /// The links, with their fragments.
    pub links: Vec<Url>,
}

impl Anchors {
    /// Returns the anchors of a redirect: its own link, if that has a fragment.
    pub fn of_redirect(url: &Url, response: &Response) -> Anchors {
        let location = response.location.as_deref().and_then(|location| url.join(location).ok());
        Anchors { names: None, links: location.as_ref().and_then(with_fragment).into_iter().collect() }
    }
}

/// Returns the URL without a user name and a password, but with its fragment, if it has one.
pub(super) fn with_fragment(url: &Url) -> Option<Url> {
    let fragment = url.fragment()?;
    let mut link = resource(url.clone());
    link.set_fragment(Some(fragment));
    Some(link)
}

/// The most names of one page that are kept.
pub const MAX_NAMES: usize = 100_000;

/// The names of a page's elements: each `id`, and the `name` of each `a`. They may be long, so only their hashes are kept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Names {
    hashes: BTreeSet<u64>,
    /// How many names are beyond [`MAX_NAMES`].
    pub beyond: usize,
}

impl Names {
    /// Returns whether a fragment leads to a place in the page (WHATWG HTML, section 7.4.6.4, "the indicated part"), or may
    /// lead to a name that is not kept.
    pub fn may_have(&self, fragment: &str) -> bool {
        let fragment = fragment.split_once(DIRECTIVE).map_or(fragment, |(name, _)| name);
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        let has_name = [fragment, &decoded].iter().any(|name| self.hashes.contains(&hash(name)));
        fragment.is_empty() || has_name || decoded.eq_ignore_ascii_case("top") || self.beyond > 0
    }

    /// Adds the names in a start tag.
    pub(super) fn add<'a>(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>) {
        let wanted: &[&[u8]] = if tag.element == Element::Anchor { &[b"id", b"name"] } else { &[b"id"] };
        for wanted in wanted {
            let Some(name) = scanner.attribute_of(tag, wanted) else { continue };
            let hash = hash(&String::from_utf8_lossy(&decode(&with_newlines(name))));
            if self.hashes.len() < MAX_NAMES {
                self.hashes.insert(hash);
            } else if !self.hashes.contains(&hash) {
                self.beyond += 1;
            }
        }
    }
}

/// Returns a text with its line breaks as newlines (WHATWG HTML, section 13.2.3.5).
fn with_newlines(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'\r') {
        return text.into();
    }
    let lines = text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join(&b'\n');
    text.into_iter().map(|byte| if byte == b'\r' { b'\n' } else { byte }).collect::<Vec<_>>().into()
}

/// Returns the hash of a name (FNV-1a). Another run compares with it, so it must not depend on the version of Rust.
fn hash(name: &str) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}
