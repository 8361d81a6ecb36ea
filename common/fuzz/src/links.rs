//! The links of a page are those that complete parsers find: html5ever and roxmltree.

use std::collections::BTreeSet;

use common::fetch::http::ContentType;
use common::page::links::{MAX_URL, links};
use url::Url;

use super::oracle;

/// Reads a page, after an optional first line of `=` and its charset. Returns whether it was compared as HTML and as XHTML.
pub fn check(input: &[u8]) -> [bool; 2] {
    compare(input, false)
}

/// Does the same. A page that `is_known` can be compared as HTML although it has errors: the scanner must understand it.
pub fn compare(input: &[u8], is_known: bool) -> [bool; 2] {
    let (charset, body) = charset(input).unwrap_or(("utf-8", input));
    let page = Url::parse("http://site.example/a/b?c").expect("a URL");
    ["text/html", "application/xhtml+xml"].map(|media_type| {
        let [media_type, charset] = [media_type, charset].map(|name| name.to_owned().into());
        let content_type = ContentType { media_type, charset: Some(charset) };
        let mut ours = links(body, &page, &content_type);
        // A label in another script may get too long when it is encoded.
        ours.retain(oracle::has_name);
        let theirs = oracle::links(body, &page, &content_type, is_known);
        if let Some(theirs) = &theirs {
            let ours: BTreeSet<_> = ours.iter().cloned().collect();
            assert_eq!(ours, *theirs, "{content_type:?}: {:?}", String::from_utf8_lossy(body));
        }
        assert!(ours.iter().all(|url| url.fragment().is_none() && url.as_str().len() <= MAX_URL));
        theirs.is_some()
    })
}

fn charset(input: &[u8]) -> Option<(&str, &[u8])> {
    let end = input.iter().position(|byte| *byte == b'\n')?;
    let charset = str::from_utf8(input[..end].strip_prefix(b"=")?).ok()?;
    Some((charset, &input[end + 1..]))
}
