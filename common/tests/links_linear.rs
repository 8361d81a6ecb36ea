//! The time for a page grows linearly with its size, whatever it contains.

use std::time::{Duration, Instant};

mod page;

/// The size of a page. Quadratic time would be minutes.
const SIZE: usize = 1 << 20;

/// Longer than this means: hung.
const HUNG: Duration = Duration::from_secs(30);

/// The start, the repeated part and the end of each page.
const PAGES: &[(&str, &str, &str)] = &[
    // Text, and incomplete tags.
    ("", "<", ""),
    ("", "</", ""),
    ("", "<a", ""),
    ("", "<a ", ""),
    ("", "<svg>", ""),
    ("<svg>", "<g>", ""),
    ("<svg>", "<g></x>", ""),
    ("<div><svg></div>", "<div>", ""),
    ("", "<svg></a>", ""),
    ("", "<svg><desc>", ""),
    ("", "<math><mi>", ""),
    ("", "<template>", ""),
    ("<template>", "<b></x></template >", ""),
    ("<svg>", "<![CDATA[", ""),
    // Missing `>`.
    ("", "<!", ""),
    ("", "<?", ""),
    ("", "<!--", ""),
    ("", "<!-- >", ""),
    ("<!--", "->", ""),
    ("<!--", ">", ""),
    // Missing quotes.
    ("", "<a href='", ""),
    ("", "<a href=\"x' ", ""),
    ("", "<a href='x'", ""),
    ("<a ", "href ", ">"),
    ("<a ", "x=y ", ">"),
    ("<a ", "/", ">"),
    // Missing end tags.
    ("<title>", "</", ""),
    ("<title>", "</titl", ""),
    ("<title>", "</title", ""),
    ("", "<title>", ""),
    ("", "<title></title>", ""),
    ("", "<script><!--", ""),
    ("<script>", "</scrip", ""),
    ("<script>", "-->", ""),
    ("<script>", "<!--", ""),
    ("<script><!--", ">", ""),
    ("<script><!--", "<script>", ""),
    ("<script><!--", "<script></script ", ""),
    // Entities, complete or not.
    ("<a href=", "&", ">"),
    ("<a href=", "&not", ">"),
    ("<a href=", "&CounterClockwiseContourIntegra", ">"),
    ("<a href=&", "a", ">"),
    ("<a href=", "&#", ">"),
    ("<a href=&#", "1", ">"),
    ("<a href=", "\0", ">"),
    // URLs.
    ("<a href=", "#", ">"),
    ("<a href=", "x/../", ">"),
    ("<a href='x", " \t", "'>"),
    ("<a href=//", "1.", ">"),
    ("<a href=//", "@", ">"),
    ("<a href=//", "xn--a.", ">"),
    ("<a href=//", "\u{fc}", ">"),
];

#[test]
fn no_page_takes_quadratic_time() {
    for (begin, again, end) in PAGES {
        let page = [begin, &*again.repeat(SIZE / again.len()), end].concat();
        let started = Instant::now();
        page::links("text/html", page);
        assert!(started.elapsed() < HUNG, "{begin}{again}{again}…{end}: {:?}", started.elapsed());
        println!("{:>8.1} ms  {begin}{again}{again}…{end}", started.elapsed().as_secs_f64() * 1e3);
    }
}
