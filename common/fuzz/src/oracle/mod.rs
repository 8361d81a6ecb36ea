//! The links of a page as complete parsers find them, html5ever and roxmltree: slower, and known to be right.

mod html;
mod xml;

use std::borrow::Cow;
use std::collections::BTreeSet;

use common::fetch::http::ContentType;
use common::page::links::MAX_URL;
use encoding_rs::{Encoding, UTF_8};
use regex_lite::Regex;
use url::Url;

/// The hrefs of a page and its base.
#[derive(Default)]
struct Found {
    hrefs: Vec<String>,
    base: Option<String>,
}

/// Returns the links that [`common::page::links::links`] should find in a page; `None` for a page that only a
/// tree builder can read, unless it `is_known`, or that is not well-formed XML.
pub fn links(body: &[u8], page: &Url, content_type: &ContentType, is_known: bool) -> Option<BTreeSet<Url>> {
    let declared = content_type.charset.as_ref().and_then(|label| Encoding::for_label(label.as_bytes()));
    let declared = declared.unwrap_or(UTF_8);
    let (body, encoding, _) = declared.decode(body);
    let found = if content_type.is("text/html") { html::parse(&body, is_known) } else { xml::parse(&body) }?;

    let is_short = |url: &Url| url.as_str().len() <= MAX_URL;
    let base = found.base.and_then(|href| page.join(&href).ok());
    let base = base.filter(|url| !matches!(url.scheme(), "data" | "javascript") && is_short(url));
    let encode = encoder(encoding);
    let base = Some(base.as_ref().unwrap_or(page)).filter(|base| base.scheme() != "file");
    let options = Url::options().base_url(base).encoding_override(Some(&encode));
    let urls =
        found.hrefs.iter().filter_map(|href| options.parse(href).ok()).map(without_fragment).filter(is_short);
    Some(urls.filter(has_name).collect())
}

/// Returns whether a `link` of this `rel` leads to nothing that GET fetches.
fn is_hint(rel: &str) -> bool {
    let nothing = "preconnect dns-prefetch pingback webmention micropub microsub token_endpoint hub";
    let is_other = |word: &str| !nothing.split(' ').any(|name| name.eq_ignore_ascii_case(word));
    !rel.trim_ascii().is_empty() && !rel.split_ascii_whitespace().any(is_other)
}

/// Returns where a `meta` leads, if it refreshes the page.
fn refresh(http_equiv: Option<&str>, content: Option<&str>) -> Option<String> {
    // Each `_` is white space.
    let regex = |text: &str| Regex::new(&text.replace('_', r"\t\n\x0c\r ")).expect("a regex");
    let after_time = regex(r"(?s)^[_]*[0-9.][0-9.]*(?:[_]*[;,][_]*([^_].*)|[_]+([^;,_].*))$");
    let value = regex(r#"(?s)^(?:[uU][rR][lL][_]*=[_]*)?(?:"([^"]*)|'([^']*)|(.*))"#);
    http_equiv.filter(|state| state.eq_ignore_ascii_case("refresh"))?;
    let rest = after_time.captures(content?)?;
    let found = value.captures(rest.get(1).or(rest.get(2))?.as_str())?;
    (1..=3).find_map(|group| found.get(group)).map(|url| url.as_str().to_owned())
}

/// Returns whether each label of the host is short enough for a name.
pub fn has_name(url: &Url) -> bool {
    url.host_str().is_none_or(|host| host.split('.').all(|label| label.len() <= 63))
}

/// Returns a function that encodes a query (WHATWG URL, "percent-encode after encoding").
fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |query| {
        let mut encoded = Vec::new();
        let mut rest = query;
        while let Some((at, char)) =
            rest.char_indices().find(|(_, char)| encoding.encode(char.encode_utf8(&mut [0; 4])).2)
        {
            encoded.extend_from_slice(&encoding.encode(&rest[..at]).0);
            encoded.extend(format!("%26%23{}%3B", u32::from(char)).bytes());
            rest = &rest[at + char.len_utf8()..];
        }
        encoded.extend_from_slice(&encoding.encode(rest).0);
        encoded.into()
    }
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    if url.has_host() {
        // `url` 2.5.8 leaves it as it is.
        url.set_path(&url.path().to_owned().replace('^', "%5E"));
    }
    if url.set_username("").is_ok() {
        let _ = url.set_password(None);
    }
    url
}
