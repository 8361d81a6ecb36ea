//! The links of a page: a scanner for tags finds them, `url` resolves them.
//!
//! - `charset`: the bytes of a page as UTF-8
//! - `scan`: its tags; `skip`: what is no tag
//! - `element`: which elements and attributes matter; `open`, `foreign`: the elements around a tag
//! - `found`: which tags are links; `anchors`: the names that fragments lead to
//! - `resolve`: an href as a URL, and the limits of both

mod anchors;
mod charset;
mod element;
mod foreign;
mod found;
mod open;
mod resolve;
mod scan;
mod skip;

use std::collections::BTreeSet;

use encoding_rs::UTF_8;
use url::Url;

use self::anchors::with_fragment;
use self::found::{Distinct, Found};
use self::resolve::{MAX_HREF, resolve};
use crate::fetch::http::ContentType;

pub use anchors::{Anchors, MAX_NAMES, Names};
pub use resolve::{LongUrl, MAX_URL};
pub(crate) use resolve::{SHOWN, is_short, resource};

/// The most links of one page that are read: twice the limit of a site map (sitemaps.org).
pub const MAX_LINKS: usize = 100_000;

/// The most bytes in the links of one page, as absolute URLs: a long base makes each a thousand times longer.
pub const MAX_LINKS_BYTES: usize = 16 << 20;

/// The links of a page.
#[derive(Debug, Default)]
pub struct Links {
    /// The distinct links that may be followed, in their order, absolute and without fragments.
    pub urls: Vec<Url>,
    /// Links and a base that are longer than [`MAX_URL`].
    pub long: BTreeSet<LongUrl>,
    /// How many distinct hrefs are beyond [`MAX_LINKS`] or [`MAX_LINKS_BYTES`].
    pub beyond: usize,
    /// The names in the page, and its links that have fragments; `None` if they are not wanted.
    pub anchors: Option<Anchors>,
}

/// Returns whether [`links`] can read a body of this type.
pub fn has_links(content_type: &ContentType) -> bool {
    let markup = ["text/html", "application/xhtml+xml", "application/xml", "text/xml"];
    markup.iter().any(|markup| content_type.is(markup))
}

/// Returns the distinct links of a page, in their order, absolute and without fragments.
///
/// Links are the `href` of `a`, `area` and `link` and the `src` of `iframe` and `frame`. They are
/// resolved against the first `base` with an `href`, wherever it stands (WHATWG HTML, section 4.2.3).
/// Invalid URLs are skipped, and so are URLs and links beyond the limits that [`Links`] counts.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType) -> Vec<Url> {
    Links::of_page(body, page, content_type, false).urls
}

impl Links {
    /// Returns the links of a page, and its anchors if `wants_anchors`. Counts the links beyond the limits.
    pub fn of_page(body: &[u8], page: &Url, content_type: &ContentType, wants_anchors: bool) -> Links {
        let mut links = Links::default();
        let (body, encoding) = charset::to_utf8(body, content_type);
        let is_xml = !content_type.is("text/html");
        let found = Found::in_page(&body, is_xml, wants_anchors);
        let base = found.base.and_then(|href| {
            let base = resource(resolve(&href, page, Url::options().base_url(Some(page)))?);
            // One of these schemes does not count (WHATWG HTML, section 4.2.3).
            let counts = !matches!(base.scheme(), "data" | "javascript");
            (counts && links.admit_or_note(&base, &href)).then_some(base)
        });
        let base = base.as_ref().unwrap_or(page);
        let encode = charset::encoder(encoding);
        // On a `file:` URL, relative links would lead to files, and `url` 2.5 may panic in debug (servo/rust-url#1114).
        let options = Url::options().base_url(Some(base).filter(|base| base.scheme() != "file"));
        // The query is in the page's encoding, the rest in UTF-8 (WHATWG URL, section 4.4).
        let options = if encoding == UTF_8 { options } else { options.encoding_override(Some(&encode)) };

        let hrefs = found.hrefs.into_vec();
        let mut urls = Distinct::with_capacity(hrefs.len().min(MAX_LINKS));
        let (mut bytes, mut anchors) = (0, Anchors::default());
        for (index, href) in hrefs.iter().enumerate() {
            if index == MAX_LINKS || bytes > MAX_LINKS_BYTES {
                links.beyond = hrefs.len() - index;
                break;
            }
            let Some(url) = resolve(href, base, options) else { continue };
            bytes += url.as_str().len();
            let link = if wants_anchors { with_fragment(&url) } else { None };
            let url = resource(url);
            if links.admit_or_note(&url, href) {
                anchors.links.extend(link);
                urls.insert(url);
            }
        }
        let is_html = ["text/html", "application/xhtml+xml"].iter().any(|html| content_type.is(html));
        anchors.names = found.names.filter(|_| is_html);
        links.anchors = wants_anchors.then_some(anchors);
        links.urls = urls.into_vec();
        links
    }

    /// Returns whether the URL of an href is short enough to be followed. Notes one that is not.
    fn admit_or_note(&mut self, url: &Url, href: &[u8]) -> bool {
        let is_resolved = href.len() <= MAX_HREF;
        self.long.extend(if is_resolved { LongUrl::of(url) } else { LongUrl::of_href(url, href) });
        is_resolved && is_short(url)
    }
}
