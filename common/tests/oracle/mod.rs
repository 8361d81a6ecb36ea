//! The links of a page as html5gum finds them, a complete WHATWG tokenizer: slower, and known to be right.

use std::borrow::Cow;

use common::fetch::http::ContentType;
use common::page::links::MAX_URL;
use encoding_rs::{Encoding, UTF_8};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};
use indexmap::IndexSet;
use url::Url;

/// Returns what [`common::page::links::links`] should return for a page.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType) -> Vec<Url> {
    let declared = Encoding::for_label(content_type.charset.as_bytes()).unwrap_or(UTF_8);
    let encoding = Encoding::for_bom(body).map_or(declared, |(encoding, _)| encoding);
    // A UTF-8 page is not decoded first, because invalid bytes in it are part of the test.
    let (decoded, _, _) = encoding.decode(if encoding == UTF_8 { b"" } else { body });
    let body = if encoding == UTF_8 { body } else { decoded.as_bytes() };
    let found = Scanner::scan(body, !content_type.is("text/html"));

    let is_short = |url: &Url| url.as_str().len() <= MAX_URL;
    let base = found.base.and_then(|href| page.join(&String::from_utf8_lossy(&href)).ok());
    let base = base.filter(|url| !matches!(url.scheme(), "data" | "javascript") && is_short(url));
    let encode = encoder(encoding);
    let base = Some(base.as_ref().unwrap_or(page)).filter(|base| base.scheme() != "file");
    let options = Url::options().base_url(base).encoding_override(Some(&encode));
    let hrefs = found.hrefs.iter().map(|href| String::from_utf8_lossy(href));
    let urls = hrefs.filter_map(|href| options.parse(&href).ok()).map(without_fragment).filter(is_short);
    urls.collect::<IndexSet<Url>>().into_iter().collect()
}

/// Returns a function that encodes a query, with the lifetimes that `url` asks for.
fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| encoding.encode(query).0
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    if url.set_username("").is_ok() {
        let _ = url.set_password(None);
    }
    url
}

/// Collects hrefs from the tokenizer's events.
#[derive(Default)]
struct Scanner {
    /// The hrefs, each once, because a page repeats most of its links.
    hrefs: IndexSet<Box<[u8]>>,
    base: Option<Vec<u8>>,
    /// The link attribute of the open start tag, until it is found.
    wanted: Option<&'static [u8]>,
    /// Whether that attribute was found in this tag, and its value so far.
    is_link: bool,
    value: Vec<u8>,
    /// Whether that attribute was the last one, so that the next value is its own.
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

    /// Takes an event. Returns the tokenizer's next state, if it changes.
    fn event(&mut self, event: CallbackEvent<'_>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => {
                // Only the first attribute of a name counts.
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
        // An end tag may have attributes, too. They do not count.
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

/// Returns the state for an element whose content is text (WHATWG HTML, section 13.2.6).
///
/// The content of `noscript` is not text here, because the crawler runs no scripts.
fn text_state(name: &[u8]) -> Option<State> {
    match name {
        b"title" | b"textarea" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(State::RawText),
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
