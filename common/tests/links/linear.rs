//! The time for a page grows linearly with its size, whatever it contains.

use std::time::{Duration, Instant};

use crate::page;

/// The size of a page. Quadratic time would be minutes.
const SIZE: usize = 1 << 19;

/// Longer than this means: hung.
const HUNG: Duration = Duration::from_secs(30);

/// The starts of pages: what is repeated behind them is text, a tag, a value, a comment, a URL, or an element of SVG.
#[rustfmt::skip]
const STARTS: [&str; 14] = [
    "", "<svg>", "<div><svg></div>", "<template>", "<!--", "<title>", "<script>", "<script><!--", "<a ", "<a href=",
    "<a href=&", "<a href=&#", "<a href='x", "<a href=//",
];

/// What is repeated. Of tags, comments, values, entities and elements, the end is missing.
#[rustfmt::skip]
const AGAIN: [&str; 49] = [
    "<", "</", "<a", "<a ", "<svg>", "<g>", "<g></x>", "<div>", "<svg></a>", "<svg><desc>", "<math><mi>", "<template>",
    "<b></x></template >", "<![CDATA[", "<!", "<?", "<!--", "<!-- >", "->", ">", "-->", "<a href='", "<a href=\"x' ",
    "<a href='x'", "href ", "x=y ", "/", "</titl", "</title", "<title>", "<title></title>", "<script><!--", "</scrip",
    "<script>", "<script></script ", "&", "&not", "&CounterClockwiseContourIntegra", "a", "&#", "1", "\0", "#", "x/../",
    " \t", "1.", "@", "xn--a.", "\u{fc}",
];

#[test]
fn no_page_takes_quadratic_time() {
    for (start, again) in STARTS.iter().flat_map(|start| AGAIN.map(|again| (start, again))) {
        let page = format!("{start}{}>", again.repeat(SIZE / again.len()));
        read("utf-8", page.as_bytes(), &format!("{start}{again}{again}…"));
    }
}

/// An encoding of each kind.
const CHARSETS: [&str; 7] =
    ["utf-8", "windows-1252", "iso-8859-6", "gb18030", "iso-2022-jp", "utf-16le", "x-user-defined"];

/// Bytes that are no character in some encodings, and a reference to a character that most of them lack.
const QUERIES: &[&[u8]] = &[b"\xaa", b"\xff", b"&#x4e02;"];

#[test]
fn no_query_takes_quadratic_time_in_any_kind_of_charset() {
    for charset in CHARSETS {
        for again in QUERIES {
            let link = |n: usize, size: usize| {
                [format!("<a href='?{n}").as_bytes(), &again.repeat(size / again.len()), b"'>"].concat()
            };
            let links = (1..4).map(|n| link(n, SIZE / 32)).collect::<Vec<_>>();
            let page = [link(0, SIZE), links.concat()].concat();
            read(charset, &page, &format!("queries of {}… in {charset}", again.escape_ascii()));
        }
    }
}

/// A label of a name may take quadratic time, so it must be short (RFC 3492, section 6.3).
#[test]
fn no_host_takes_quadratic_time() {
    // Each label has hundreds of different characters.
    let label = |n: u32| (0..900).map(move |k| char::from_u32(0x4e00 + (n * 31 + k * 7) % 20_000));
    let label = |n: u32| label(n).map(|char| char.expect("a character")).collect::<String>();
    let labels: Vec<_> = (0..SIZE as u32 / 900).map(label).collect();
    let encoded = |label: &String| label.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let link = |host: &String| format!("<a href='http://{host}/'>");
    for (what, page) in [
        ("one host of many long labels", link(&labels.join("."))),
        ("a base of many long labels", format!("<base href='//{}'>", labels.join("."))),
        ("percent-encoded hosts", labels.iter().map(encoded).map(|host| link(&host)).collect()),
        ("hosts after a user name", labels.iter().map(|host| link(&format!("x:y@{host}:80"))).collect()),
        ("hosts after line breaks", labels.iter().map(|host| format!("<a href='/\n\\{host}'>")).collect()),
        (
            "hosts in Punycode",
            (0..SIZE / 1990).map(|n| link(&format!("xn--{n}-{}", "a7".repeat(990)))).collect(),
        ),
    ] {
        read("utf-8", page.as_bytes(), what);
    }
}

/// Reads the links of a page. Fails if that takes so long that the time must be quadratic.
fn read(charset: &str, page: &[u8], what: &str) {
    let started = Instant::now();
    page::links(&format!("text/html; charset={charset}"), page);
    let elapsed = started.elapsed();
    assert!(elapsed < HUNG, "{what}: {elapsed:?} for {} bytes; see common/src/page/links", page.len());
    println!("{:>8.1} ms  {what}", elapsed.as_secs_f64() * 1e3);
}
