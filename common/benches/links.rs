//! How fast links are found, by this crate and by html5gum with its default emitter.
//!
//!     PAGES=/usr/share/doc/python3-doc/html cargo bench -p common --bench links
//!
//! The pages are the `*.html` files in that folder and below it. Without such files, pages are generated.

mod timing;

use std::path::Path;
use std::{env, fs};

use common::fetch::http::ContentType;
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use indexmap::IndexSet;
use url::Url;

const DEFAULT: &str = "/usr/share/doc/python3-doc/html";

fn main() {
    let mut pages = Vec::new();
    collect(Path::new(&env::var("PAGES").unwrap_or_else(|_| DEFAULT.into())), &mut pages);
    if pages.is_empty() {
        pages = generated();
    }
    let links = |count: fn(&[u8]) -> usize| pages.iter().map(|page| count(page)).sum::<usize>();
    let bytes = pages.iter().map(Vec::len).sum();
    println!(
        "{} pages, {bytes} bytes; {} links, {} by the default emitter",
        pages.len(),
        links(ours),
        links(default_emitter)
    );
    timing::time("links", bytes, || links(ours));
    timing::time("html5gum", bytes, || links(default_emitter));
}

fn page_url() -> Url {
    Url::parse("http://site.example/library/page.html").expect("it is a URL")
}

fn ours(page: &[u8]) -> usize {
    let content_type = ContentType::parse("text/html").expect("it is a type");
    common::page::links::links(page, &page_url(), &content_type).len()
}

/// Finds links in the simplest way: from tokens with all their attributes.
fn default_emitter(page: &[u8]) -> usize {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut hrefs = IndexSet::new();
    let mut base = page_url();
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(Token::StartTag(tag)) = token else { continue };
        let Some(href) = href(&tag) else { continue };
        match tag.name.as_slice() {
            b"base" => base = base.join(&href).unwrap_or(base),
            _ => _ = hrefs.insert(href),
        }
    }
    let urls = hrefs.iter().filter_map(|href| base.join(href).ok());
    urls.map(without_fragment).collect::<IndexSet<Url>>().len()
}

fn href(tag: &StartTag<()>) -> Option<String> {
    let name: &[u8] = match tag.name.as_slice() {
        b"a" | b"area" | b"link" | b"base" => b"href",
        b"iframe" | b"frame" => b"src",
        _ => return None,
    };
    tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned())
}

fn without_fragment(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

/// Reads the pages in a folder and below it. Symbolic links to folders are not followed.
fn collect(folder: &Path, pages: &mut Vec<Vec<u8>>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, pages);
        } else if path.extension() == Some("html".as_ref()) {
            pages.extend(fs::read(path));
        }
    }
}

/// Generates a hundred pages of text with a link in each paragraph.
fn generated() -> Vec<Vec<u8>> {
    let paragraph = |page: usize, n: usize| {
        let text = "Some words &amp; more of them, as they stand between one link and the next. ".repeat(4);
        format!(
            "<p class=\"text\" id=\"p{n}\">{text}<a class=\"to\" href=\"../{page}/{n}.html#top\">here</a></p>\n"
        )
    };
    let page = |page| (0..300).map(|n| paragraph(page, n)).collect::<String>().into_bytes();
    (0..100).map(page).collect()
}
