//! How fast links are found, and how fast html5ever reads tags, without a tree and without resolving links.
//!
//!     PAGES=/usr/share/doc/python3-doc/html cargo bench -p common --bench links
//!
//! The pages are the `*.html` files in that folder and below it. Without such files, pages are generated.

mod timing;

use std::cell::Cell;
use std::path::Path;
use std::{env, fs};

use common::fetch::http::ContentType;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
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
    println!("{} pages, {bytes} bytes; {} links, {} tags with one", pages.len(), links(ours), links(tokens));
    timing::time("links", bytes, || links(ours));
    timing::time("html5ever", bytes, || links(tokens));
}

fn page_url() -> Url {
    Url::parse("http://site.example/library/page.html").expect("it is a URL")
}

fn ours(page: &[u8]) -> usize {
    let content_type = ContentType::parse("text/html").expect("it is a type");
    common::page::links::links(page, &page_url(), &content_type).len()
}

/// Reads tokens with all their attributes, and counts those with an `href`.
fn tokens(page: &[u8]) -> usize {
    let tokenizer = Tokenizer::new(Links::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(&*String::from_utf8_lossy(page)));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.0.get()
}

/// How many tags have an `href`.
#[derive(Default)]
struct Links(Cell<usize>);

impl TokenSink for Links {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token {
            let is_link = tag.attrs.iter().any(|attribute| &*attribute.name.local == "href");
            self.0.set(self.0.get() + usize::from(is_link));
        }
        TokenSinkResult::Continue
    }
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
