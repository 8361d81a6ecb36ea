//! A crawl without a network: pages are made of what a test says of them.

use common::fetch::http::ContentType;
use common::{Options, Outcome, Response, Target};
use url::Url;

/// A URL on the site of the tests; `path` may be a whole URL, too.
pub fn url(path: &str) -> Url {
    Url::parse("http://site.example/").expect("a URL").join(path).expect("a URL")
}

/// A crawl that starts at these paths.
pub fn options(roots: &[&str]) -> Options {
    Options::new(roots.iter().map(|root| url(root)))
}

/// An HTML page with these links.
pub fn page(links: &[&str]) -> Response {
    let body: String = links.iter().map(|link| format!("<a href='{link}'>")).collect();
    Response { content_type: ContentType::parse("text/html"), ..answer(200, body) }
}

/// A redirect.
pub fn redirect(location: &str) -> Response {
    Response { location: Some(location.into()), ..answer(302, "") }
}

/// An answer without headers.
pub fn answer(status: u16, body: impl Into<Vec<u8>>) -> Response {
    Response { status, body: body.into(), tries: 1, ..Response::default() }
}

/// The outcome of a fetch of `target` that ended in `response`.
pub fn outcome(target: &Target, response: Response, options: &Options) -> Outcome {
    Outcome::of(target, Ok(response), options)
}
