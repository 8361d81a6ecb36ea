//! Reads the links of a test's page.

use common::fetch::http::ContentType;
use url::Url;

/// The URL of every test's page.
pub const PAGE: &str = "http://site.example/dir/page?query";

/// Returns the links of a body of this type.
pub fn links(content_type: &str, body: impl AsRef<[u8]>) -> Vec<String> {
    let page = Url::parse(PAGE).expect("a URL");
    let content_type = ContentType::parse(content_type).expect("a type");
    common::page::links::links(body.as_ref(), &page, &content_type).into_iter().map(String::from).collect()
}
