//! Links of pages in any charset: what is decoded, and how a query is encoded again.

mod page;

#[test]
fn invalid_utf_8_is_replaced() {
    assert_eq!(page::links("text/html", b"<a href='/\xff'>"), ["/%EF%BF%BD"]);
}

#[test]
fn a_null_byte_is_replaced() {
    assert_eq!(page::links("text/html", "<a href='/\0'>"), ["/%EF%BF%BD"]);
}

#[test]
fn an_unknown_charset_is_utf_8() {
    assert_eq!(page::links("text/html; charset=martian", "<a href=/ü?ü>"), ["/%C3%BC?%C3%BC"]);
}

#[test]
fn the_path_is_in_utf_8_and_the_query_in_the_pages_charset() {
    let page = b"<a href=/\xfc?\xfc>";
    assert_eq!(page::links("text/html; charset=iso-8859-1", page), ["/%C3%BC?%FC"]);
}

#[test]
fn a_charset_of_two_bytes_is_decoded_before_tags_are_looked_for() {
    // The second byte of this character would be a backslash in ASCII.
    assert_eq!(
        page::links("text/html; charset=shift_jis", b"<a href='/\x83\x5c?\x83\x5c'>"),
        ["/%E3%82%BD?%83\\"]
    );
}

#[test]
fn a_character_that_the_charset_lacks_is_a_reference_in_the_query() {
    let links = |charset, page| page::links(&format!("text/html; charset={charset}"), page);
    assert_eq!(
        links("iso-8859-1", "<a href='/?q=&#1087;&amp;&#1103;&#64;#&#1087;'>"),
        ["/?q=%26%231087%3B&%26%231103%3B@"]
    );
    // This encoding returns to ASCII before the reference.
    assert_eq!(
        links("iso-2022-jp", "<a href='/?&#12354;&#1076;&#128512;'>"),
        ["/?%1B$B$%22%27U%1B(B%26%23128512%3B"]
    );
}

#[test]
fn a_byte_order_mark_wins_over_the_charset() {
    let utf_16 = |order: fn(u16) -> [u8; 2]| "\u{feff}<a href=/ü?ü>".encode_utf16().flat_map(order).collect();
    for page in [utf_16(u16::to_le_bytes), utf_16(u16::to_be_bytes), Vec::from("\u{feff}<a href=/ü?ü>")] {
        assert_eq!(page::links("text/html; charset=iso-8859-1", page), ["/%C3%BC?%C3%BC"]);
    }
}
