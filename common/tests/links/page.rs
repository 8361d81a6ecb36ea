//! Reads the links of a test's page.

use common::fetch::http::ContentType;
use url::Url;

/// Returns the links of a body of this type. Links to the page's own site lose scheme and host.
pub fn links(content_type: &str, body: impl AsRef<[u8]>) -> Vec<String> {
    let page = Url::parse("http://site.example/dir/page?query").expect("a URL");
    let content_type = ContentType::parse(content_type).expect("a type");
    let links = common::page::links::links(body.as_ref(), &page, &content_type);
    links.iter().map(|link| link.as_str().trim_start_matches("http://site.example").to_owned()).collect()
}
