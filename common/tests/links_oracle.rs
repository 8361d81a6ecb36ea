//! Our scanner for links beside html5gum: on real pages, and on pages that nobody would write.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::{env, fs};

use common::fetch::http::ContentType;
use common::page::links::links;
use proptest::prelude::*;
use proptest::sample::select;
use url::Url;

mod oracle;

fn assert_same_links(body: &[u8]) {
    let page = Url::parse("http://site.example/a/b").expect("a URL");
    for content_type in ["text/html", "application/xhtml+xml"] {
        let content_type = ContentType::parse(content_type).expect("a type");
        let [ours, theirs] = [links, oracle::links].map(|links| links(body, &page, &content_type));
        assert_eq!(ours, theirs, "{content_type:?}: {:?}", String::from_utf8_lossy(body));
    }
}

/// Debian's package `python3-doc`, if it is installed, or the folder that `PAGES` names.
#[test]
fn real_pages() {
    let folder = env::var("PAGES").unwrap_or_else(|_| "/usr/share/doc/python3-doc/html".into());
    let mut pages = 0;
    let mut folders = vec![PathBuf::from(&folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if let (Some("html"), Ok(page)) =
                (path.extension().and_then(OsStr::to_str), fs::read(&path))
            {
                assert_same_links(&page);
                pages += 1;
            }
        }
    }
    println!("{pages} pages in {folder}");
}

/// What the tokenizer's rules are about, in pieces that are likely to meet.
const PIECES: &[&str] = &[
    "<",
    ">",
    "/",
    "!",
    "-",
    "--",
    "?",
    "=",
    "\"",
    "'",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\x0c",
    "&",
    ";",
    "#",
    "\0",
    "é",
    "a",
    "A",
    "x",
    "<a",
    "<A ",
    "</a>",
    "<a href=",
    "<a href='",
    "<a href=\"",
    " href=",
    " HREF = ",
    "href",
    " src=",
    "<area href=1",
    "<link href=2>",
    "<base href=/base/>",
    "<frame src=3>",
    "<iframe src=4>",
    "</iframe>",
    "<p ",
    "</p",
    "<!--",
    "-->",
    "--!>",
    "<!",
    "<!doctype html>",
    "<![CDATA[",
    "]]>",
    "<?",
    "/>",
    "<script",
    "<script>",
    "</script>",
    "</script",
    "<SCRIPT ",
    "<title>",
    "</title>",
    "</TITLE ",
    "<textarea>",
    "</textarea>",
    "<style>",
    "</style/",
    "<xmp>",
    "</xmp>",
    "<noembed>",
    "</noembed>",
    "<noframes>",
    "</noframes>",
    "<plaintext>",
    "<noscript>",
    "<svg>",
    "</svg>",
    "<svg/>",
    "<math ",
    "</math>",
    "<style/>",
    "<script/>",
    "&amp;",
    "&lt",
    "&not",
    "&notit;",
    "&#35;",
    "&#x2f",
    "&#0;",
    "&#128;",
    "&ampx",
    "&copy=",
    "//h/",
    "http://h/",
    "?q",
    "#f",
    "../",
    "u",
    "one",
    "two=2",
    "'q'",
    "\"q\"",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_markup_in_any_order(pieces in prop::collection::vec(select(PIECES), 0..40)) {
        assert_same_links(pieces.concat().as_bytes());
    }

    #[test]
    fn a_script_in_any_order(pieces in prop::collection::vec(select(&[
        "<!--", "-->", "<!-", "-", ">", "<script", "<script>", "</script>", "</script ", "</script", "<a", "/", " ", "<",
    ][..]), 0..20)) {
        assert_same_links(format!("<script>{}</script ><a href=end>", pieces.concat()).as_bytes());
    }

    #[test]
    fn any_bytes_in_a_tag(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        assert_same_links(&[b"<a href=x ", &bytes[..], b"><a href=y>"].concat());
    }

    #[test]
    fn any_value(value in "[&#;=a-zA-Z0-9x/? \"'.<>]{0,30}") {
        assert_same_links(format!("<a href={value}><a href='{value}'><a href=\"{value}\"><a href=end>").as_bytes());
    }
}
