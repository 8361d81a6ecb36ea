//! The links of a page: a WHATWG tokenizer finds them, `url` resolves them.

mod limits;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};
use indexmap::IndexSet;
use url::Url;

use crate::http::ContentType;

pub(crate) use limits::is_short;
pub use limits::{Links, LongUrl, MAX_LINKS, MAX_LINKS_BYTES, MAX_URL};

/// Whether a body of this type has links that [`links`] can read.
pub fn has_links(content_type: &ContentType) -> bool {
    ["text/html", "application/xhtml+xml", "application/xml"].contains(&content_type.essence.as_str())
}

/// The distinct links of a page, in their order, absolute and without fragments.
///
/// Links are the `href` of `a`, `area` and `link` and the `src` of `iframe` and `frame`, resolved
/// against the first `base` with an `href`, wherever it stands (WHATWG HTML, section 4.2.3). What
/// is no URL, or longer than [`MAX_URL`], is passed over; a page of very many links is not read
/// to its end. [`Links`] tells of both.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType) -> Vec<Url> {
    Links::of_page(body, page, content_type).urls.into_iter().collect()
}

impl Links {
    /// The links of a page, and what is left out of them.
    pub fn of_page(body: &[u8], page: &Url, content_type: &ContentType) -> Links {
        let mut links = Links::default();
        let encoding = Encoding::for_label(content_type.charset.as_bytes()).unwrap_or(UTF_8);
        let (body, encoding) = to_utf8(body, encoding);
        let found = Scanner::scan(&body, content_type.essence != "text/html");
        let base = found.base.and_then(|href| page.join(&String::from_utf8_lossy(&href)).ok());
        let base = base.filter(|base| is_base(base) && links.is_short(base));
        let encode = encoder(encoding);
        let options = Url::options().base_url(Some(base.as_ref().unwrap_or(page)));
        // The query is in the page's encoding, the rest in UTF-8 (WHATWG URL, section 4.4).
        let options = if encoding == UTF_8 { options } else { options.encoding_override(Some(&encode)) };

        let mut bytes = 0;
        for (index, href) in found.hrefs.iter().enumerate() {
            if index == MAX_LINKS || bytes > MAX_LINKS_BYTES {
                links.beyond = found.hrefs.len() - index;
                break;
            }
            let Ok(url) = options.parse(&String::from_utf8_lossy(href)) else { continue };
            bytes += url.as_str().len();
            let url = resource(url);
            if links.is_short(&url) {
                links.urls.insert(url);
            }
        }
        links
    }

    /// Whether a URL is short enough; one that is not is noted.
    fn is_short(&mut self, url: &Url) -> bool {
        self.long.extend(LongUrl::of(url));
        is_short(url)
    }
}

/// Whether a `base` may lead here; if not, there is none (WHATWG HTML, section 4.2.3).
fn is_base(url: &Url) -> bool {
    !matches!(url.scheme(), "data" | "javascript")
}

/// The URL as it is requested: without a fragment, which names a part of the resource, and without
/// a user's name and password, which would only make it look like another one.
pub(crate) fn resource(mut url: Url) -> Url {
    url.set_fragment(None);
    if !url.username().is_empty() || url.password().is_some() {
        // It fails for URLs without a host, which have neither.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    url
}

/// Encodes a query; `url` wants a function that borrows from its argument.
fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| encoding.encode(query).0
}

/// The page in UTF-8, and its encoding, which a byte order mark decides first of all.
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

/// Collects hrefs from the tokenizer's events.
#[derive(Default)]
struct Scanner {
    /// Hrefs as they stand, each once: a page repeats most of its links to the letter.
    hrefs: IndexSet<Box<[u8]>>,
    base: Option<Vec<u8>>,
    /// The attribute of the open start tag that holds a link, until it has been met.
    wanted: Option<&'static [u8]>,
    /// Whether that attribute has been met in this tag, and its value so far.
    is_link: bool,
    value: Vec<u8>,
    /// Whether that attribute was the last one met, so that a value would be its own.
    in_wanted: bool,
    is_base: bool,
    is_xml: bool,
    /// Whether SVG or MathML begins with this tag, if `/>` does not close it.
    opens_foreign: bool,
    /// Whether the tag stands in SVG or MathML, where `/>` closes a tag as in XML.
    is_foreign: bool,
    text_state: Option<State>,
}

impl Scanner {
    fn scan(page: &[u8], is_xml: bool) -> Scanner {
        let mut scanner = Scanner { is_xml, ..Scanner::default() };
        let on_event = |event: CallbackEvent<'_>, _: Span<()>| scanner.event(event);
        let mut tokenizer = Tokenizer::new_with_emitter(page, CallbackEmitter::new(on_event));
        while let Some(Ok(state)) = tokenizer.next() {
            tokenizer.set_state(state);
        }
        drop(tokenizer);
        scanner
    }

    /// Takes an event, and returns the state that the tokenizer must go on in, if it changes.
    fn event(&mut self, event: CallbackEvent<'_>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => {
                // The first attribute of a name counts, so it is wanted once.
                self.in_wanted = self.wanted.take_if(|wanted| *wanted == name).is_some();
                self.is_link |= self.in_wanted;
            }
            CallbackEvent::AttributeValue { value } if self.in_wanted => self.value.extend_from_slice(value),
            CallbackEvent::CloseStartTag { self_closing } => return self.close(self_closing),
            CallbackEvent::EndTag { name: b"svg" | b"math" } => self.is_foreign = false,
            _ => {}
        }
        None
    }

    fn open(&mut self, name: &[u8]) {
        self.is_base = name == b"base";
        self.opens_foreign = matches!(name, b"svg" | b"math");
        self.text_state = text_state(name);
        self.is_link = false;
        self.value.clear();
        self.wanted = match name {
            b"a" | b"area" | b"link" | b"base" => Some(b"href"),
            b"iframe" | b"frame" => Some(b"src"),
            _ => None,
        };
    }

    fn close(&mut self, self_closing: bool) -> Option<State> {
        // An end tag may have attributes, too: they must find nothing wanted.
        self.wanted = None;
        self.in_wanted = false;
        if self.is_link && self.is_base {
            self.base.get_or_insert_with(|| self.value.clone());
        } else if self.is_link && !self.hrefs.contains(self.value.as_slice()) {
            self.hrefs.insert(self.value.as_slice().into());
        }
        let is_empty = self_closing && (self.is_xml || self.is_foreign);
        self.is_foreign |= self.opens_foreign && !self_closing;
        self.text_state.take().filter(|_| !is_empty)
    }
}

/// The state in which the content of an element is text (WHATWG HTML, section 13.2.6).
///
/// `noscript` is not among them: who runs no scripts sees its content.
fn text_state(name: &[u8]) -> Option<State> {
    match name {
        b"title" | b"textarea" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(State::RawText),
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
