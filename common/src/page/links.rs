//! The links of a page: a scanner for tags finds them, `url` resolves them.

mod distinct;
mod element;
mod limits;
mod name;
mod open;
mod query;
mod scan;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use htmlize::{Context, unescape_bytes_in};
use memchr::{memchr, memchr2};
use url::Url;

use self::distinct::Distinct;
use self::element::Element;
use self::open::{Open, Tree};
use self::scan::{Scanner, Tag};
use crate::fetch::http::ContentType;

pub(crate) use limits::is_short;
pub use limits::{Links, LongUrl, MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};

/// Returns whether [`links`] can read a body of this type.
pub fn has_links(content_type: &ContentType) -> bool {
    ["text/html", "application/xhtml+xml", "application/xml"].iter().any(|markup| content_type.is(markup))
}

/// Returns the distinct links of a page, in their order, absolute and without fragments.
///
/// Links are the `href` of `a`, `area` and `link` and the `src` of `iframe` and `frame`. They are
/// resolved against the first `base` with an `href`, wherever it stands (WHATWG HTML, section 4.2.3).
/// Invalid URLs are skipped, and so are URLs and links beyond the limits that [`Links`] counts.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType) -> Vec<Url> {
    Links::of_page(body, page, content_type).urls
}

impl Links {
    /// Returns the links of a page, and counts those beyond the limits.
    pub fn of_page(body: &[u8], page: &Url, content_type: &ContentType) -> Links {
        let mut links = Links::default();
        let encoding = Encoding::for_label(content_type.charset.as_bytes()).unwrap_or(UTF_8);
        let (body, encoding) = to_utf8(body, encoding);
        let found = Found::in_page(&body, !content_type.is("text/html"));
        let base = found.base.and_then(|href| page.join(&String::from_utf8_lossy(&href)).ok());
        let base = base.filter(|base| is_base(base) && links.is_short(base));
        let base = base.as_ref().unwrap_or(page);
        let encode = query::encoder(encoding);
        let options = Url::options().base_url(Some(base).filter(|base| can_resolve(base)));
        // The query is in the page's encoding, the rest in UTF-8 (WHATWG URL, section 4.4).
        let options = if encoding == UTF_8 { options } else { options.encoding_override(Some(&encode)) };

        let hrefs = found.hrefs.into_vec();
        let mut urls = Distinct::with_capacity(hrefs.len().min(MAX_LINKS));
        let mut bytes = 0;
        for (index, href) in hrefs.iter().enumerate() {
            if index == MAX_LINKS || bytes > MAX_LINKS_BYTES {
                links.beyond = hrefs.len() - index;
                break;
            }
            let Ok(url) = options.parse(&String::from_utf8_lossy(href)) else { continue };
            bytes += url.as_str().len();
            let url = resource(url);
            if links.is_short(&url) {
                urls.insert(url);
            }
        }
        links.urls = urls.into_vec();
        links
    }

    /// Returns whether a URL is short enough to be followed. Notes one that is not.
    fn is_short(&mut self, url: &Url) -> bool {
        self.long.extend(LongUrl::of(url));
        is_short(url)
    }
}

/// Returns whether a `base` with this URL counts (WHATWG HTML, section 4.2.3).
fn is_base(url: &Url) -> bool {
    !matches!(url.scheme(), "data" | "javascript")
}

/// Returns whether relative links are resolved against this base. On a `file:` URL they would lead
/// to files, and with debug assertions `url` 2.5 panics on some of them (servo/rust-url#1114).
fn can_resolve(base: &Url) -> bool {
    base.scheme() != "file"
}

/// Returns the URL as it is requested: without a fragment, a user name and a password. Otherwise one
/// resource would be fetched under several URLs.
pub(crate) fn resource(mut url: Url) -> Url {
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        // This fails only for a URL without a host, which has neither.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    url
}

/// Returns the page in UTF-8, and its encoding. A byte order mark wins over the declared encoding.
fn to_utf8<'a>(body: &'a [u8], declared: &'static Encoding) -> (Cow<'a, [u8]>, &'static Encoding) {
    let encoding = Encoding::for_bom(body).map_or(declared, |(encoding, _)| encoding);
    if encoding == UTF_8 {
        return (Cow::Borrowed(body), encoding);
    }
    match encoding.decode(body).0 {
        Cow::Borrowed(text) => (Cow::Borrowed(text.as_bytes()), encoding),
        Cow::Owned(text) => (Cow::Owned(text.into_bytes()), encoding),
    }
}

/// Roughly the number of links on a usual page.
const USUAL_LINKS: usize = 64;

/// The hrefs and the base of a page.
struct Found<'a> {
    /// The hrefs without fragments, each once. A page repeats most of its links, and comparing
    /// hrefs is cheaper than resolving them.
    hrefs: Distinct<Cow<'a, [u8]>>,
    base: Option<Cow<'a, [u8]>>,
}

impl<'a> Found<'a> {
    fn in_page(page: &'a [u8], is_xml: bool) -> Found<'a> {
        if is_xml {
            return Found::in_xml(page);
        }
        Found::in_html(page, Open::default())
            .or_else(|| Found::in_html(page, Open::with_html()))
            .expect("all of HTML is kept")
    }

    fn new() -> Found<'a> {
        Found { hrefs: Distinct::with_capacity(USUAL_LINKS), base: None }
    }

    /// Returns `None` if `open` lacks HTML elements.
    fn in_html(page: &'a [u8], mut open: Open) -> Option<Found<'a>> {
        let mut found = Found::new();
        let mut scanner = Scanner::new(page, false);
        while let Some(tag) = scanner.next_tag(open.is_foreign()) {
            if tag.is_end {
                open.end(&tag);
                if open.lacks_html() {
                    return None;
                }
                continue;
            }
            let is_html = open.start(&tag);
            if is_html || tag.element == Element::Anchor {
                found.add(&tag, open.tree());
            }
            if is_html {
                skip_text(&mut scanner, tag.element);
            }
        }
        Some(found)
    }

    fn in_xml(page: &'a [u8]) -> Found<'a> {
        let mut found = Found::new();
        let mut scanner = Scanner::new(page, true);
        while let Some(tag) = scanner.next_tag(true) {
            if !tag.is_end {
                found.add(&tag, Tree::Page);
            }
        }
        found
    }

    /// Adds the link of a tag, if it has one and stands in this tree.
    fn add(&mut self, tag: &Tag<'a>, tree: Tree) {
        let Some(value) = tag.value else { return };
        match tag.element {
            Element::Base if tree == Tree::Page => _ = self.base.get_or_insert_with(|| decode(value)),
            Element::Anchor | Element::Link | Element::Frame | Element::InlineFrame if tree != Tree::Template => {
                self.hrefs.insert(without_fragment(decode(value)));
            }
            _ => {}
        }
    }
}

/// Decodes the entities in the value of an attribute (WHATWG HTML, sections 13.2.5.72 to 80).
fn decode(value: &[u8]) -> Cow<'_, [u8]> {
    match memchr2(b'&', 0, value) {
        None => Cow::Borrowed(value),
        Some(_) => {
            let value = String::from_utf8_lossy(value).replace('\0', "\u{fffd}");
            Cow::Owned(unescape_bytes_in(value.into_bytes(), Context::Attribute).into_owned())
        }
    }
}

/// Returns the part before the fragment, which begins at the first `#`.
fn without_fragment(href: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let Some(end) = memchr(b'#', &href) else { return href };
    // The `#` stays where the rest would mean something else without it. White space counts before a
    // fragment, but not at the end of a URL. On the base `mailto:x`, `#` is a URL and an empty text is
    // not. And `url` accepts `x://@` only if nothing follows.
    let keeps_mark = href[..end].last().is_none_or(|byte| *byte <= b' ' || *byte == b'@');
    let end = if keeps_mark { end + 1 } else { end };
    match href {
        Cow::Borrowed(href) => Cow::Borrowed(&href[..end]),
        Cow::Owned(mut href) => {
            href.truncate(end);
            Cow::Owned(href)
        }
    }
}

/// Skips the content of an element in which tags are text.
fn skip_text(scanner: &mut Scanner<'_>, element: Element) {
    match element {
        Element::Text(name) => scanner.skip_text(name),
        Element::InlineFrame => scanner.skip_text(b"iframe"),
        Element::Script => scanner.skip_script(),
        Element::PlainText => scanner.skip_all(),
        _ => {}
    }
}
