//! The encoding of a page: of several that it may have, the one that counts.

mod page;

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

#[test]
fn links_of_a_page_that_declares_its_charset_stay_different() {
    let page = b"<meta charset=windows-1251><a href='/?\xe0'><a href='/?\xe1'><a href='/\xe0'>";
    assert_eq!(page::links("text/html", page), ["/?%E0", "/?%E1", "/%D0%B0"]);
}

#[test]
fn without_any_declaration_a_page_is_in_utf_8() {
    for start in ["", "<meta>", "<meta charset>", "<meta charset=martian>", "<p charset=windows-1251>"] {
        assert_eq!([in_html(start), in_xml(start)], ["utf-8"; 2], "{start}");
    }
}

/// Prescans as browsers do (WHATWG HTML, section 13.2.3.2).
#[test]
fn a_meta_declares_the_charset() {
    for start in [
        "<meta charset=windows-1251>",
        "<META CharSet = 'Windows-1251' />",
        "<meta/charset=\"windows-1251\"/>",
        "<meta name=x charset=windows-1251 charset=iso-8859-2>",
        "<meta http-equiv=content-type content='text/html; charset=windows-1251'>",
        "<meta content=\"text/html;charset = 'windows-1251'\" http-equiv=Content-Type>",
        "<meta http-equiv=content-type content='charset charset=windows-1251 x'>",
        "<meta charset=windows-1251 content='charset=iso-8859-2'>",
        "<meta content='charset=iso-8859-2' charset=windows-1251>",
        "<meta charset=martian><meta charset=windows-1251>",
        "<!-- <meta charset=iso-8859-2> --><meta charset=windows-1251>",
        "<!--><meta charset=windows-1251>-->",
        "<p title='<meta charset=iso-8859-2>'></p title='<meta charset=iso-8859-2>'><meta charset=windows-1251>",
        "<?x <meta charset=iso-8859-2><!x <meta charset=iso-8859-2></ <meta charset=iso-8859-2><meta charset=windows-1251>",
        "<script>'<meta charset=windows-1251>'</script>",
        "< <meta charset=windows-1251>",
    ] {
        assert_eq!(in_html(start), "windows-1251", "{start}");
    }
    assert_eq!(in_xml("<meta charset='windows-1251'/>"), "utf-8", "XML knows no meta");
}

#[test]
fn a_meta_of_something_else_declares_nothing() {
    for start in [
        "<metacharset=windows-1251>",
        "<meta content='text/html; charset=windows-1251'>",
        "<meta name=content-type content='charset=windows-1251'>",
        "<meta http-equiv=refresh content='charset=windows-1251'>",
        "<meta http-equiv=content-type content='charset=\"windows-1251'>",
        "<meta http-equiv=content-type content='windows-1251'>",
        "<meta http-equiv=content-type charset=martian content='charset=windows-1251'>",
        "<!-- <meta charset=windows-1251>",
        "<a '<meta charset=windows-1251",
    ] {
        assert_eq!(in_html(&format!("{start} -->'\">")), "utf-8", "{start}");
    }
}

#[test]
fn a_charset_that_a_readable_meta_cannot_have_is_replaced() {
    for utf_16 in ["utf-16", "utf-16be", "utf-16le"] {
        assert_eq!(in_html(&format!("<meta charset={utf_16}>")), "utf-8");
        assert_eq!(in_xml(&format!("<?xml encoding='{utf_16}'?>")), "utf-8");
    }
    assert_eq!(in_html("<meta charset=x-user-defined>"), "windows-1252");
}

#[test]
fn only_the_first_1024_bytes_are_searched() {
    let meta = "<meta charset=windows-1251>";
    let after = |size: usize| in_html(&format!("{}{meta}", " ".repeat(size)));
    assert_eq!(after(1024 - meta.len()), "windows-1251");
    assert_eq!(after(1025 - meta.len()), "utf-8");
}

#[test]
fn a_declaration_of_xml_counts_in_xml_and_where_html_has_no_meta() {
    for start in [
        "<?xml version='1.0' encoding='windows-1251'?>",
        "<?xml version=\"1.0\" encoding = \"Windows-1251\" standalone='yes'?>",
    ] {
        assert_eq!([in_xml(start), in_html(start)], ["windows-1251"; 2], "{start}");
        assert_eq!(in_html(&format!("{start}<meta charset=iso-8859-2>")), "iso-8859-2");
    }
    for start in [
        " <?xml encoding='windows-1251'?>",
        "<?xml version='1.0'?><x encoding='windows-1251'>",
        "<?xml encoding=windows-1251?>",
        "<?xml encoding='windows-1251?>",
        "<?xml encoding=' windows-1251'?>",
    ] {
        assert_eq!(in_xml(start), "utf-8", "{start}");
    }
}

#[test]
fn the_header_wins_over_the_page() {
    let types = ["text/html", "application/xhtml+xml", "application/xml", "text/xml"];
    for content_type in types {
        let header = format!("{content_type}; charset=iso-8859-2");
        let start = "<?xml encoding='windows-1251'?><meta charset=windows-1251>";
        assert_eq!(charset(&header, start), "iso-8859-2");
        assert_eq!(
            charset(&format!("{content_type}; charset=martian"), start),
            "windows-1251",
            "no encoding"
        );
    }
}

#[test]
fn a_byte_order_mark_wins_over_all() {
    let start = "\u{feff}<?xml encoding='windows-1251'?><meta charset=windows-1251>";
    assert_eq!(charset("text/html; charset=iso-8859-2", start), "utf-8");
    assert_eq!(in_xml(start), "utf-8");
}
