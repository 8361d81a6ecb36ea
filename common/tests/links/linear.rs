//! The time for a page grows linearly with its size, whatever it contains.

use test_tools::clock::cpu_time;

use crate::page;

/// The bytes of a small page.
const SMALL: usize = 1 << 12;

/// How many times as large a large page is.
const LARGER: usize = 8;

/// The starts of pages: what is repeated behind them is text, a tag, a value, a comment or a URL.
#[rustfmt::skip]
const STARTS: [&str; 12] = [
    "", "<template>", "<!--", "<title>", "<script>", "<a ", "<a href=", "<a href=&", "<a href=&#", "<a href='x", "<a href=//",
    "<meta http-equiv=refresh content='0;url=",
];

/// What is repeated. Of tags, comments, values and entities, the end is missing.
#[rustfmt::skip]
const AGAIN: [&str; 41] = [
    "<", "</", "<a", "<a ", "<svg>", "<title/>", "<template>", "<template shadowrootmode=open>", "</template >", "<![CDATA[",
    "<!", "<?", "<!--", "<!-- >", "->", ">", "-->", "<a href='", "<a href=\"x' ", "<a href='x'", "href ", "x=y ", "/", "</titl",
    "</title", "<title>", "<title></title>", "&", "&not", "&CounterClockwiseContourIntegra", "a", "&#", "1", "\0", "#", "x/../",
    " \t", "1.", "@", "xn--a.", "\u{fc}",
];

#[test]
fn no_page_takes_quadratic_time() {
    for (start, again) in STARTS.iter().flat_map(|start| AGAIN.map(|again| (start, again))) {
        let page = |size: usize| format!("{start}{}>", again.repeat(size / again.len()));
        assert_linear("utf-8", page(SMALL), page(SMALL * LARGER), &format!("{start}{again}{again}…"));
    }
}

/// The prefix of XLink may be bound anywhere.
#[test]
fn no_drawing_takes_quadratic_time() {
    let namespace = "http://www.w3.org/1999/xlink";
    for again in ["", "x", "=", "'", "='", "xmlns:x='", " = '"].map(|start| format!("{start}{namespace}")) {
        for link in ["", "<a x:href='1'>"] {
            let page = |size: usize| {
                format!("<a x:href='1'/>{}>", (again.clone() + link).repeat(size / again.len()))
            };
            assert_linear_as("image/svg+xml", page(SMALL), page(SMALL * LARGER), &format!("{again}{link}…"));
        }
    }
}

/// One encoding of each kind. The bytes are no character in some of them, or refer to one that most of them lack.
#[test]
fn no_query_takes_quadratic_time_in_any_kind_of_charset() {
    for charset in
        ["utf-8", "windows-1252", "iso-8859-6", "gb18030", "iso-2022-jp", "utf-16le", "x-user-defined"]
    {
        for again in [&b"\xaa"[..], b"\xff", b"&#x4e02;"] {
            let page = |size: usize| [b"<a href='?", &*again.repeat(size / again.len()), b"'>"].concat();
            let what = format!("queries of {}… in {charset}", again.escape_ascii());
            assert_linear(charset, page(SMALL), page(SMALL * LARGER), &what);
        }
    }
}

/// A label of a name may take quadratic time, so it must be short (RFC 3492, section 6.3). A path takes no such time.
#[test]
fn no_host_takes_quadratic_time() {
    // Each label has hundreds of different characters.
    let label = |n: u32| (0..900).map(move |k| char::from_u32(0x4e00 + (n * 31 + k * 7) % 20_000));
    let labels = || (0..40).map(|n| label(n).map(|char| char.expect("a character")).collect::<String>());
    let encoded = |label: String| label.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let links = |hosts: Vec<String>| hosts.iter().map(|host| format!("<a href='http://{host}/'>")).collect();
    for page in [
        links(vec![labels().collect::<Vec<_>>().join(".")]),
        format!("<base href='http://{}'>", labels().collect::<Vec<_>>().join(".")),
        links(labels().map(encoded).collect()),
        links(labels().map(|host| format!("x:y@{host}:80")).collect()),
        links(labels().map(|host| format!("\n\\{host}")).collect()),
        links((0..40).map(|n| format!("xn--{n}-{}", "a7".repeat(990))).collect()),
    ] {
        assert_linear("utf-8", page.replace("http://", "/x/"), &page, &page);
    }
}

/// Asserts that a page takes no more time than another one with as many links, which is as large, or
/// [`LARGER`] times smaller.
#[track_caller]
fn assert_linear(charset: &str, page: impl AsRef<[u8]>, suspect: impl AsRef<[u8]>, what: &str) {
    assert_linear_as(&format!("text/html; charset={charset}"), page, suspect, what);
}

/// Asserts the same of pages of this type.
#[track_caller]
fn assert_linear_as(content_type: &str, page: impl AsRef<[u8]>, suspect: impl AsRef<[u8]>, what: &str) {
    let time = |page: &[u8]| {
        let started = cpu_time();
        page::links(content_type, page);
        cpu_time() - started
    };
    let is_linear = |_| time(suspect.as_ref()) < 3 * LARGER as u32 * time(page.as_ref());
    // Of several tries one is enough, because a machine has other things to do, too.
    assert!((0..5).any(is_linear), "{what:.80}: this takes quadratic time; see common/src/page/links");
}
