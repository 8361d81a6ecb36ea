//! Links of pages in any charset: which one counts, what is decoded, and how a query is encoded again.

use crate::page;

#[test]
fn the_path_is_in_utf_8_and_the_query_in_the_pages_charset() {
    for (charset, body, expected) in [
        ("iso-8859-1", &b"<a href=/\xfc?\xfc>"[..], "/%C3%BC?%FC"),
        ("martian", "<a href=/ü?ü>".as_bytes(), "/%C3%BC?%C3%BC"),
        ("utf-8", b"<a href='/\xff\0x'>", "/%EF%BF%BD%EF%BF%BDx"),
        // The second byte of this character would be a backslash in ASCII.
        ("shift_jis", b"<a href='/\x83\x5c?\x83\x5c'>", "/%E3%82%BD?%83\\"),
        // A character that the charset lacks is a reference.
        (
            "iso-8859-1",
            b"<a href='/?q=&#1087;&amp;&#1103;&#64;#&#1087;'>",
            "/?q=%26%231087%3B&%26%231103%3B@",
        ),
        // This encoding returns to ASCII before the reference.
        ("iso-2022-jp", b"<a href='/?&#12354;&#1076;&#128512;'>", "/?%1B$B$%22%27U%1B(B%26%23128512%3B"),
    ] {
        assert_eq!(page::links(&format!("text/html; charset={charset}"), body), [expected]);
    }
}

/// Returns the charset of a page, as the bytes of a query show.
fn charset(content_type: &str, start: &str) -> &'static str {
    // In UTF-8, 0xE9 is no character. Elsewhere it is one, which other encodings lack.
    let page = [start.as_bytes(), b"\n<a href='?\xe9&#x439;&#x119;'>"].concat();
    let links = page::links(content_type, page);
    let link = links.last().expect("a link");
    match link.split_once('?').expect("a query").1 {
        "%EF%BF%BD%D0%B9%C4%99" => "utf-8",
        "%E9%E9%26%23281%3B" => "windows-1251",
        "%E9%26%231081%3B%EA" => "iso-8859-2",
        "%E9%26%231081%3B%26%23281%3B" => "windows-1252",
        other => panic!("{other}: {start}"),
    }
}

fn in_html(start: &str) -> &'static str {
    charset("text/html", start)
}

fn in_xml(start: &str) -> &'static str {
    charset("application/xhtml+xml", start)
}

/// Prescans as browsers do (WHATWG HTML, section 13.2.3.2).
#[test]
fn a_meta_declares_the_charset() {
    for start in [
        "<meta/charset=\"windows-1251\"/>",
        "<meta name=x charset=windows-1251 charset=iso-8859-2>",
        "<meta http-equiv=content-type content='text/html; charset=windows-1251'>",
        "<meta content=\"text/html;charset = 'windows-1251'\" http-equiv=Content-Type>",
        "<meta http-equiv=content-type content='charset charset=windows-1251 x'>",
        "<meta charset=martian><meta charset=windows-1251>",
        "<!-- <meta charset=iso-8859-2> --><meta charset=windows-1251>",
        "<!--><meta charset=windows-1251>-->",
        "<p title='<meta charset=iso-8859-2>'></p title='<meta charset=iso-8859-2>'><meta charset=windows-1251>",
        "<?x <meta charset=iso-8859-2><!x <meta charset=iso-8859-2></ <meta charset=iso-8859-2><meta charset=windows-1251>",
        "<script>'<meta charset=windows-1251>'</script>",
    ] {
        assert_eq!(in_html(start), "windows-1251", "{start}");
    }
    assert_eq!(in_html("<meta charset=x-user-defined>"), "windows-1252");
    assert_eq!(in_xml("<meta charset='windows-1251'/>"), "utf-8", "XML knows no meta");
}

#[test]
fn a_page_that_declares_nothing_or_utf_16_in_ascii_is_in_utf_8() {
    for start in [
        "",
        "<meta charset>",
        "<meta charset=martian>",
        "<meta charset=utf-16>",
        "<meta charset=utf-16be>",
        "<p charset=windows-1251>",
        "<metacharset=windows-1251>",
        "<meta content='text/html; charset=windows-1251'>",
        "<meta http-equiv=refresh content='charset=windows-1251'>",
        "<meta http-equiv=content-type content='charset=\"windows-1251'>",
        "<meta http-equiv=content-type charset=martian content='charset=windows-1251'>",
        "<!-- <meta charset=windows-1251>",
        "<a '<meta charset=windows-1251",
        "<?xml encoding='utf-16'?>",
        " <?xml encoding='windows-1251'?>",
        "<?xml version='1.0'?><x encoding='windows-1251'>",
        "<?xml encoding='windows-1251?>",
        "<?xml encoding=' windows-1251'?>",
    ] {
        let start = format!("{start} -->'\">");
        assert_eq!([in_html(&start), in_xml(&start)], ["utf-8"; 2], "{start}");
    }
}

#[test]
fn only_the_first_1024_bytes_are_searched() {
    let meta = "<meta charset=windows-1251>";
    let after = |size: usize| in_html(&format!("{}{meta}", " ".repeat(size)));
    assert_eq!([after(1024 - meta.len()), after(1025 - meta.len())], ["windows-1251", "utf-8"]);
}

#[test]
fn a_byte_order_mark_wins_over_the_header_and_that_over_a_meta_and_that_over_xml() {
    let xml = "<?xml version=\"1.0\" encoding = \"Windows-1251\" standalone='yes'?>";
    let both = format!("{xml}<meta charset=iso-8859-2>");
    let found = [in_xml(xml), in_html(xml), in_xml(&both), in_html(&both)];
    assert_eq!(found, ["windows-1251", "windows-1251", "windows-1251", "iso-8859-2"]);
    for content_type in ["text/html", "application/xhtml+xml", "application/xml", "text/xml"] {
        let with = |name| format!("{content_type}; charset={name}");
        assert_eq!(charset(&with("iso-8859-2"), xml), "iso-8859-2");
        assert_eq!(charset(&with("martian"), xml), "windows-1251", "no encoding");
        assert_eq!(charset(&with("iso-8859-2"), &format!("\u{feff}{xml}")), "utf-8");
    }
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let page: Vec<u8> = "\u{feff}<a href=/ü?ü>".encode_utf16().flat_map(order).collect();
        assert_eq!(page::links("text/html; charset=iso-8859-1", page), ["/%C3%BC?%C3%BC"]);
    }
}
