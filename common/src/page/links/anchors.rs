//! [`Anchors`]: the names in a page, and its links that have fragments.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use memchr::memchr;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::{ParseOptions, Url};

use super::distinct::Distinct;
use super::element::Element;
use super::entities::decode;
use super::limits::{MAX_HREF, MAX_LINKS, MAX_LINKS_BYTES, is_short};
use super::resolve::{resolve_whole, resource};
use super::scan::{Scanner, Tag};
use crate::fetch::http::Response;

/// What begins a directive to the browser, such as `:~:text=`, which is no part of the name (WICG, URL Fragment Text
/// Directives, section 3.3).
const DIRECTIVE: &str = ":~:";

/// The names in a page, and its links that have fragments.
#[derive(Debug, Default)]
pub struct Anchors {
    /// The names in the page; `None` if it is not HTML.
    pub names: Option<Names>,
    /// The links, each once, as a URL without a fragment and the fragment.
    pub links: Vec<(Url, String)>,
}

impl Anchors {
    /// Returns the anchors of a redirect: its own link, if that has a fragment.
    pub(crate) fn of_redirect(url: &Url, response: &Response) -> Anchors {
        let location = response.location.as_deref().and_then(|location| url.join(location).ok());
        Anchors { names: None, links: location.and_then(split).into_iter().collect() }
    }
}

/// The names of a page's elements: each `id`, and the `name` of each `a`.
///
/// They are hashes of 64 bits. The chance that a page of 1,000 names seems to have one that it lacks is 1 in 10^16.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names(Box<[u64]>);

impl Names {
    /// Returns whether a fragment leads to a place in the page (WHATWG HTML, section 7.4.6.4, "the indicated part").
    pub fn have(&self, fragment: &str) -> bool {
        let has = |name: &str| self.0.binary_search(&hash(name.as_bytes())).is_ok();
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        fragment.is_empty() || has(fragment) || has(&decoded) || decoded.eq_ignore_ascii_case("top")
    }
}

/// The anchors of a page, before its hrefs are resolved.
pub(super) struct FoundAnchors<'a> {
    hrefs: Distinct<Cow<'a, [u8]>>,
    names: Vec<u64>,
}

impl<'a> FoundAnchors<'a> {
    pub fn new() -> FoundAnchors<'a> {
        FoundAnchors { hrefs: Distinct::with_capacity(0), names: Vec::new() }
    }

    /// Adds the href of a link, if it has a fragment.
    pub fn add_href(&mut self, href: Cow<'a, [u8]>) {
        if href.len() <= MAX_HREF && memchr(b'#', &href).is_some() {
            self.hrefs.insert(href);
        }
    }

    /// Adds the names of the element of a start tag.
    pub fn add_names(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>) {
        let wanted: &[&[u8]] = if tag.element == Element::Anchor { &[b"id", b"name"] } else { &[b"id"] };
        // The first attribute of a name counts.
        let mut found = [None; 2];
        for (attribute, value) in scanner.attributes_of(tag) {
            let place = wanted.iter().position(|wanted| attribute.eq_ignore_ascii_case(wanted));
            if let Some(place) = place {
                found[place].get_or_insert(value);
            }
        }
        self.names.extend(found.into_iter().flatten().map(|value| hash(&decode(value))));
    }

    /// Resolves the links, within the limits of a page's links. Names count only if the page `is_html`.
    pub fn resolve(
        mut self,
        base: &Url,
        options: ParseOptions<'_>,
        is_html: bool,
        is_over: impl Fn() -> bool,
    ) -> Anchors {
        self.names.sort_unstable();
        self.names.dedup();
        let mut links = Distinct::with_capacity(0);
        let mut bytes = 0;
        for href in self.hrefs.into_vec().into_iter().take(MAX_LINKS) {
            if bytes > MAX_LINKS_BYTES || is_over() {
                break;
            }
            let link = resolve_whole(&href, base, options).and_then(split);
            if let Some((url, fragment)) = link.filter(|(_, fragment)| !fragment.is_empty()) {
                bytes += url.as_str().len() + fragment.len();
                links.insert((url, fragment));
            }
        }
        Anchors { names: is_html.then(|| Names(self.names.into())), links: links.into_vec() }
    }
}

/// Returns a URL without its fragment, and the fragment; `None` if it has none or is too long.
fn split(url: Url) -> Option<(Url, String)> {
    let fragment = url.fragment().filter(|_| is_short(&url))?;
    let name = fragment.split_once(DIRECTIVE).map_or(fragment, |(name, _)| name).to_owned();
    Some((resource(url), name))
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
