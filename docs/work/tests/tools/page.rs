//! What a worker fetches in a test without a site.

use std::sync::Arc;

use common::crawl::scope::Scope;
use common::{Decoder, Options, Outcome, Target};
use url::Url;

/// Returns the URL with this path.
pub fn url(path: &str) -> Url {
    Url::parse(&format!("http://site.test{path}")).unwrap()
}

/// Makes the target with this path.
pub fn target(path: &str) -> Target {
    Target::page(Arc::new(url(path)))
}

/// Returns options whose roots are `/0`, `/1` and so on.
pub fn options(roots: usize) -> Options {
    Options::new((0..roots).map(|root| url(&format!("/{root}"))))
}

/// Makes the outcome of a page with these links.
pub fn outcome(target: &Target, links: &[&str], options: &Options) -> Outcome {
    let html: String = links.iter().map(|link| format!("<a href={link}>")).collect();
    let (head, length) = ("HTTP/1.0 200 OK\r\nContent-Type: text/html", html.len());
    let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{html}");
    let response = Decoder::new(usize::MAX).decode(answer.as_bytes()).unwrap().unwrap();
    Outcome::of(target, Ok(&response), &Scope::new(options))
}
