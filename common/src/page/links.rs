//! The links of a page: a scanner for tags finds them, `url` resolves them.
//!
//! - `charset`: the bytes of a page as UTF-8
//! - `scan`: its tags; `skip`: what is no tag; `bytes`: what ends a name
//! - `element`: which elements and attributes matter
//! - `found`: which tags are links, and what hides them; `hint`, `refresh`, `xlink`: odd ones
//! - `anchors`: the names that fragments lead to
//! - `distinct`: a set in order; `resolve`: an href as a URL, and the limits of both; `wanted`: what else is read

mod anchors;
mod bytes;
mod charset;
mod distinct;
mod element;
mod found;
mod hint;
mod refresh;
mod resolve;
mod scan;
mod skip;
mod wanted;
mod xlink;

use std::borrow::Cow;
use std::collections::BTreeSet;

use encoding_rs::UTF_8;
use url::{ParseOptions, Url};

use self::anchors::with_fragment;
use self::distinct::Distinct;
use self::found::Found;
use self::resolve::{MAX_HREF, resolve};
use crate::fetch::http::ContentType;

pub use anchors::{Anchors, MAX_NAMES, Names};
pub use resolve::resource;
pub use resolve::{LongUrl, MAX_URL, NoUrl};
pub(crate) use resolve::{SHOWN, is_short};
pub use wanted::Wanted;

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
    /// Links and a base that are no URLs; empty if they are not wanted.
    pub invalid: BTreeSet<NoUrl>,
    /// How many distinct hrefs are beyond [`MAX_LINKS`] or [`MAX_LINKS_BYTES`].
    pub beyond: usize,
    /// The names in the page, and its links that have fragments; `None` if they are not wanted.
    pub anchors: Option<Anchors>,
}

/// Returns whether [`links`] can read a body of this type: HTML, or XML such as SVG and Atom.
pub fn has_links(content_type: &ContentType) -> bool {
    content_type.is("text/html") || is_xml(content_type)
}

/// Returns whether this is an XML MIME type (WHATWG MIME Sniffing, section 4.6).
fn is_xml(content_type: &ContentType) -> bool {
    let ends = |(_, subtype): (&str, &str)| {
        let end = subtype.len().checked_sub("+xml".len()).and_then(|at| subtype.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case("+xml"))
    };
    let is_named = ["text/xml", "application/xml"].iter().any(|xml| content_type.is(xml));
    is_named || content_type.media_type.split_once('/').is_some_and(ends)
}

/// Returns the distinct links of a page, in their order, absolute and without fragments.
///
/// Links are the `href` of `a`, `area` and `link`, the `src` of `iframe` and `frame`, and the URL of a `meta` that refreshes the
/// page. They are resolved against the first `base` with an `href`, wherever it stands (WHATWG HTML, section 4.2.3).
/// Invalid URLs are skipped, and so are URLs and links beyond the limits that [`Links`] counts.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType) -> Vec<Url> {
    Links::of_page(body, page, content_type, &Wanted::default()).urls
}

impl Links {
    /// Returns the links of a page, and what else is wanted of it. Counts the links beyond the limits.
    pub fn of_page(body: &[u8], page: &Url, content_type: &ContentType, wanted: &Wanted<'_>) -> Links {
        let mut links = Links::default();
        let (body, encoding) = charset::to_utf8(body, content_type);
        let found = Found::in_page(&body, is_xml(content_type), wanted);
        let base = found.base.and_then(|href| links.base(&href, page, wanted));
        let base = base.as_ref().unwrap_or(page);
        let encode = charset::encoder(encoding);
        // On a `file:` URL, relative links would lead to files, and `url` 2.5 may panic in debug (servo/rust-url#1114).
        let options = Url::options().base_url(Some(base).filter(|base| base.scheme() != "file"));
        // The query is in the page's encoding, the rest in UTF-8 (WHATWG URL, section 4.4).
        let options = if encoding == UTF_8 { options } else { options.encoding_override(Some(&encode)) };

        let with_fragments = links.add(&found.hrefs.into_vec(), base, options, wanted);
        let is_html = ["text/html", "application/xhtml+xml"].iter().any(|html| content_type.is(html));
        let names = found.names.filter(|_| is_html);
        links.anchors = wanted.anchors.then_some(Anchors { names, links: with_fragments });
        links
    }

    /// Returns the URL of a base, if it counts.
    fn base(&mut self, href: &[u8], page: &Url, wanted: &Wanted<'_>) -> Option<Url> {
        let base = match resolve(href, page, Url::options().base_url(Some(page))) {
            Ok(base) => resource(base),
            Err(why) => {
                self.note_invalid(href, why, wanted);
                return None;
            }
        };
        // One of these schemes does not count (WHATWG HTML, section 4.2.3).
        let counts = !matches!(base.scheme(), "data" | "javascript");
        (counts && self.admit_or_note(&base, href)).then_some(base)
    }

    /// Adds the URLs of hrefs, up to the limits. Returns those that have a fragment, with it, if anchors are wanted.
    fn add(
        &mut self,
        hrefs: &[Cow<'_, [u8]>],
        base: &Url,
        options: ParseOptions<'_>,
        wanted: &Wanted<'_>,
    ) -> Vec<Url> {
        let mut urls = Distinct::with_capacity(hrefs.len().min(MAX_LINKS));
        let mut with_fragments = Vec::new();
        let mut bytes = 0;
        for (index, href) in hrefs.iter().enumerate() {
            if index == MAX_LINKS || bytes > MAX_LINKS_BYTES {
                self.beyond = hrefs.len() - index;
                break;
            }
            let url = match resolve(href, base, options) {
                Ok(url) => url,
                Err(why) => {
                    bytes += self.note_invalid(href, why, wanted);
                    continue;
                }
            };
            bytes += url.as_str().len();
            let link = if wanted.fragments() { with_fragment(&url) } else { None };
            if link.as_ref().is_some_and(|link| wanted.excludes(link.as_str())) {
                continue;
            }
            let url = resource(url);
            if self.admit_or_note(&url, href) {
                with_fragments.extend(link.filter(|_| wanted.anchors));
                urls.insert(url);
            }
        }
        self.urls = urls.into_vec();
        with_fragments
    }

    /// Returns whether the URL of an href is short enough to be followed. Notes one that is not.
    fn admit_or_note(&mut self, url: &Url, href: &[u8]) -> bool {
        let is_resolved = href.len() <= MAX_HREF;
        self.long.extend(if is_resolved { LongUrl::of(url) } else { LongUrl::of_href(url, href) });
        is_resolved && is_short(url)
    }

    /// Notes an href that is no URL, and why, if that is wanted. Returns how many bytes are kept of it.
    fn note_invalid(&mut self, href: &[u8], why: Option<String>, wanted: &Wanted<'_>) -> usize {
        let Some(why) = why.filter(|_| wanted.invalid) else { return 0 };
        let no_url = NoUrl::new(href, why);
        let size = no_url.href.len() + no_url.why.len();
        if !wanted.excludes(&no_url.href) {
            self.invalid.insert(no_url);
        }
        size
    }
}
