//! The time for a page grows with its size and not with its square, whatever is in it.

use std::time::{Duration, Instant};

mod page;

/// At this size, what is quadratic takes minutes.
const SIZE: usize = 1 << 20;

/// Longer than this means: hung.
const HUNG: Duration = Duration::from_secs(30);

/// What a page begins with, what is repeated in it, and what it ends with.
const PAGES: &[(&str, &str, &str)] = &[
    // Text, and what might begin a tag and does not.
    ("", "<", ""),
    ("", "</", ""),
    ("", "<a", ""),
    ("", "<a ", ""),
    ("", "<svg>", ""),
    // What a `>` should end.
    ("", "<!", ""),
    ("", "<?", ""),
    ("", "<!--", ""),
    ("", "<!-- >", ""),
    ("<!--", "->", ""),
    ("<!--", ">", ""),
    // What a quote should end.
    ("", "<a href='", ""),
    ("", "<a href=\"x' ", ""),
    ("", "<a href='x'", ""),
    ("<a ", "href ", ">"),
    ("<a ", "x=y ", ">"),
    ("<a ", "/", ">"),
    // What an end tag should end.
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
    // Entities, and what is none.
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
fn no_page_takes_time_that_grows_with_the_square_of_its_size() {
    for (begin, again, end) in PAGES {
        let page = [begin, &*again.repeat(SIZE / again.len()), end].concat();
        let started = Instant::now();
        page::links("text/html", page);
        assert!(started.elapsed() < HUNG, "{begin}{again}{again}…{end}: {:?}", started.elapsed());
        println!("{:>8.1} ms  {begin}{again}{again}…{end}", started.elapsed().as_secs_f64() * 1e3);
    }
}
