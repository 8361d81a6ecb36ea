//! The default content: an archive of comic strips, with the odd corners that every old web site has.
//!
//! Everything follows from the path alone, so two crawls see the same site.

pub(crate) mod pages;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use crate::answer::Answer;
use pages::{STRIPS, layout};

/// Returns the page of the archive at `path`.
pub(crate) fn comics(path: &str) -> Option<Answer> {
    let path = path.split('?').next().unwrap_or_default();
    Some(find(path)?.after(latency(path)))
}

fn find(path: &str) -> Option<Answer> {
    if let Some(number) = path.strip_prefix("/strip/") {
        let number = number.parse().ok().filter(|number| (1..=STRIPS).contains(number))?;
        return Some(Answer::html(pages::strip(number)));
    }
    Some(match path {
        "/" => Answer::html(pages::front()),
        "/archive/" => Answer::html(pages::archive()),
        "/about/" => Answer::html(layout("About", include_str!("comics/about.html"))),
        "/corners/" => Answer::html(layout("Odd corners", include_str!("comics/corners.html"))),
        "/logo.png" => Answer::body("image/png", include_bytes!("comics/logo.png")),
        // The page's links are in its charset, but a URL's path is always UTF-8 (WHATWG URL, section 4.4).
        "/caf%C3%A9/" => {
            let cafe = layout("The café", include_str!("comics/cafe.html"));
            let latin1: Vec<_> = cafe.chars().map(|char| u8::try_from(char).unwrap_or(b'?')).collect();
            Answer::body("text/html; charset=iso-8859-1", latin1)
        }
        "/caf%C3%A9/men%C3%BC" => Answer::html(layout("Menü", include_str!("comics/menu.html"))),
        "/statistics" => Answer::error(500),
        _ => Answer::redirect(302, redirect(path)?),
    })
}

fn redirect(path: &str) -> Option<&'static str> {
    Some(match path {
        "/archive" => "/archive/",
        "/about" => "/about/",
        "/corners" => "/corners/",
        "/latest" => "/strip/110",
        "/first" => "/strip/1",
        // Two redirects to one page.
        "/best" | "/classic" => "/strip/7",
        "/old/1" => "/old/2",
        "/old/2" => "/old/3",
        "/old/3" => "/strip/3",
        "/loop/a" => "/loop/b",
        "/loop/b" => "/loop/a",
        _ => return None,
    })
}

/// Returns a delay of 20 to 80 ms, always the same for the same path.
fn latency(path: &str) -> Duration {
    // A new hasher has no random keys, unlike that of a hash map.
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    Duration::from_millis(20 + hasher.finish() % 61)
}
