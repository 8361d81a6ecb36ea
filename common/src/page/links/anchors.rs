//! [`Anchors`]: the names in a page, and its links that have fragments.

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
    pub(crate) fn of_redirect(url: &Url, response: &Response) -> Anchors {
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

/// The names of a page's elements: each `id`, and the `name` of each `a`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Names(BTreeSet<String>);

impl Names {
    /// Returns whether a fragment leads to a place in the page (WHATWG HTML, section 7.4.6.4, "the indicated part").
    pub fn have(&self, fragment: &str) -> bool {
        let fragment = fragment.split_once(DIRECTIVE).map_or(fragment, |(name, _)| name);
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        let has_name = self.0.contains(fragment) || self.0.contains(&*decoded);
        fragment.is_empty() || has_name || decoded.eq_ignore_ascii_case("top")
    }

    /// Adds the names of the element of a start tag.
    pub(super) fn add<'a>(&mut self, scanner: &Scanner<'a>, tag: &Tag<'a>) {
        let wanted: &[&[u8]] = if tag.element == Element::Anchor { &[b"id", b"name"] } else { &[b"id"] };
        for wanted in wanted {
            let is_wanted = |(attribute, _): &(&[u8], _)| attribute.eq_ignore_ascii_case(wanted);
            let name = scanner.attributes_of(tag).find(is_wanted);
            self.0.extend(name.map(|(_, name)| String::from_utf8_lossy(&decode(name)).into_owned()));
        }
    }
}
