//! The scanner for links finds what complete parsers find, on generated pages.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use common_fuzz::links::{check, compare};

#[test]
fn links_of_the_corpus() {
    for page in common_fuzz::corpus("links") {
        check(&page);
    }
}

#[test]
fn links_of_known_pages() {
    for page in include_str!("../../fuzz/src/oracle/pages.txt").lines() {
        compare(page.as_bytes(), true);
    }
}

#[test]
fn links_of_pages_without_errors_are_compared() {
    assert_eq!(
        check(b"<html><p><a href='1'/></p><template><a href='2'></a></template></html>"),
        [true, true]
    );
    assert_eq!(check(b"<a href=1><br></a>"), [true, false]);
    // In MathML, the content of a title is no text.
    assert_eq!(check(b"<math><title><link href=1>"), [false, false]);
}

/// Returns markup from words that the tokenizer has rules for.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let words = select(common_fuzz::words(include_str!("../../fuzz/html.dict")));
    vec(words, 0..40).prop_map(|words| words.concat())
}

/// What stands in HTML, and in SVG and MathML.
#[rustfmt::skip]
const LEAVES: [(&str, &str); 12] = [
    ("<a href=1>x</a>", "<a href=1>x</a>"), ("<a href=2></a>", "<a href=2 />"), ("text", "<a xlink:href=9></a>"),
    ("<title><a href=3></a></title>", "<title/>"), ("<style><a href=4></a></style>", "<style/>"),
    ("<script><!--<a href=5></a>--></script>", "<script/>"), ("<iframe src=6></iframe>", "<style>a > b</style>"),
    ("<!-- <a href=7></a> -->", "<title>x</title>"), ("<link href=8 />", "<script><!-- x --></script>"),
    ("<base href=/b/ />", "text"), ("<meta http-equiv=refresh content='0;10'>", "<x-y></x-y>"), ("<x-y></x-y>", "<!-- x -->"),
];

/// The elements of HTML, SVG and MathML, each with the list of those in it.
#[rustfmt::skip]
const ELEMENTS: [&[(&str, usize)]; 3] = [
    &[("div", 0), ("b", 0), ("template", 0), ("template shadowrootmode=open", 0), ("svg", 1), ("math", 2)],
    &[("g", 1), ("svg", 1), ("desc", 0), ("foreignObject", 0)],
    &[("g", 2), ("mi", 0), ("mtext", 0), ("annotation-xml", 2), ("annotation-xml encoding=text/html", 0)],
];

/// Returns well nested markup.
fn nested() -> impl Strategy<Value = String> {
    let leaf = select(&LEAVES[..]).prop_map(|(html, foreign)| [html, foreign, foreign].map(str::to_owned));
    let element = leaf.prop_recursive(6, 40, 6, |inner| {
        (any::<Index>(), vec(inner, 0..6)).prop_map(|(element, content)| {
            ELEMENTS.map(|elements| {
                let (tag, list) = element.get(elements);
                let content: String = content.iter().map(|content| &*content[*list]).collect();
                format!("<{tag}>{content}</{}>", tag.split(' ').next().unwrap_or_default())
            })
        })
    });
    vec(element, 1..10).prop_map(|elements| elements.into_iter().map(|[html, ..]| html).collect())
}

proptest! {
    #[test]
    fn links_of_nested_elements(page in nested()) {
        compare(page.as_bytes(), true);
    }

    #[test]
    fn links_of_words_in_any_order(page in words()) {
        check(&page);
    }

    #[test]
    fn links_of_pieces_of_xml_in_any_order(pieces in vec(select(&[
        "<![CDATA[", "]]>", "<!--", "-->", "--!>", "<?x", "?>", "<a href='/1'/>", "<a href=\"/2\"></a>", "<title>", "</title>",
        "<script>", "</script>", "<iframe src='/3'/>", "<A HREF='/4'/>", "<p x='>'/>", "&lt;", "&#60;", "'", "\"", "]", ">", "x",
        "<base href='/5/'/>", "<svg/>", "<a l:href='/6'/>", "<l:a href='/7'/>", "<g xmlns:l='http://www.w3.org/1999/xlink'>", "</g>",
    ][..]), 0..8), declarations in vec(select(&[
        "<!ENTITY x '<a>'>", "<!ENTITY y \"]>\">", "<!-- ']> -->", "<?x ']>' ?>", "<!ELEMENT a (b|c)*>",
    ][..]), 0..4)) {
        let page = pieces.concat();
        check(format!("<!DOCTYPE html SYSTEM 'x>' [{}]><html>{page}<a href='end'/></html>", declarations.concat()).as_bytes());
    }

    #[test]
    fn links_after_pieces_of_a_script_in_any_order(pieces in vec(select(&[
        "<!--", "-->", "<!-", "-", ">", "</script>", "</script ", "</script", "<a", "/", " ", "<",
    ][..]), 0..20)) {
        check(format!("<script>{}</script ><a href=end>", pieces.concat()).as_bytes());
    }

    #[test]
    fn links_of_a_tag_with_any_bytes(bytes in vec(any::<u8>(), 0..60)) {
        check(&[b"<a href=x ", &bytes[..], b"><a href=y>"].concat());
    }

    #[test]
    fn links_of_any_value(value in "[&#;=a-zA-Z0-9x/? \"'.<>]{0,30}") {
        check(format!("<a href={value}><a href='{value}'><a href=\"{value}\"><a href=end>").as_bytes());
    }

    #[test]
    fn links_of_any_refresh(content in "[0-9.;,urlURL=\"/x&#\t ]{0,12}", start in select(&["", "0;url=", "1 "][..])) {
        check(format!("<meta http-equiv=refresh content='{start}{content}'><a href=end>").as_bytes());
    }
}
