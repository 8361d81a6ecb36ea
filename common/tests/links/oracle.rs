//! The scanner for links finds what complete parsers find, on generated pages.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use common_fuzz::links::check;

#[test]
fn links_of_the_corpus() {
    for page in common_fuzz::corpus("links") {
        check(&page);
    }
}

#[test]
fn links_of_known_pages() {
    for page in include_str!("../../fuzz/src/oracle/pages.txt").lines() {
        assert!(check(page.as_bytes())[0], "it has errors: {page}");
    }
}

#[test]
fn links_of_pages_without_errors_are_compared() {
    let page = "<p><svg><title><b>x</b></title><a href='1'/></svg></p><template><a href='2'></a></template>";
    assert_eq!(check(format!("<html>{page}</html>").as_bytes()), [true, true]);
    assert_eq!(check(b"<a href=1><br></a>"), [true, false]);
    // The `td` is dropped, so CDATA begins in `mi`. The scanner takes it for HTML, where CDATA is a comment.
    assert_eq!(check(b"<math><mi><td><![CDATA[<link href=1>"), [false, false]);
}

/// Returns markup from words that the tokenizer has rules for.
fn words() -> impl Strategy<Value = Vec<u8>> {
    let words = select(common_fuzz::words(include_str!("../../fuzz/html.dict")));
    vec(words, 0..40).prop_map(|words| words.concat())
}

#[rustfmt::skip]
const LEAVES: [&str; 18] = [
    "<a href=1>x</a>", "<a href=2 />", "<base href=/b/>", "<link href=3>", "<style><a href=4></style>",
    "<script><!--<a href=5></script>", "<title><a href=6></a></title>", "<style/>", "<path/>", "<![CDATA[><a href=7>]]>",
    "<iframe src=8></iframe>", "<frame src=9></frame>", "<p>", "</br>", "<font size>", "<x-y>", "</x-z>", "text",
];

#[rustfmt::skip]
const TAGS: [&str; 20] = [
    "svg", "svg", "math", "g", "desc", "title", "foreignObject", "annotation-xml", "annotation-xml encoding=text/html",
    "mi", "mtext", "mglyph", "div", "b", "section", "x-y", "template", "template shadowrootmode=open", "table", "select",
];

/// Returns well nested markup: elements of HTML, SVG and MathML in each other, and what their
/// content decides about.
fn nested() -> impl Strategy<Value = String> {
    let element = select(&LEAVES[..]).prop_map(String::from).prop_recursive(6, 40, 6, |inner| {
        (select(&TAGS[..]), vec(inner, 0..6)).prop_map(|(tag, content)| {
            let name = tag.split(' ').next().unwrap_or_default();
            format!("<{tag}>{}</{name}>", content.concat())
        })
    });
    vec(element, 1..10).prop_map(|elements| elements.concat())
}

proptest! {
    // The environment's PROPTEST_CASES asks for more.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(4000), ..ProptestConfig::default() })]

    #[test]
    fn links_of_nested_elements(page in nested()) {
        check(page.as_bytes());
    }

    #[test]
    fn links_of_words_in_any_order(page in words()) {
        check(&page);
    }

    #[test]
    fn links_of_pieces_of_xml_in_any_order(pieces in vec(select(&[
        "<![CDATA[", "]]>", "<!--", "-->", "--!>", "<?x", "?>", "<a href='/1'/>", "<a href=\"/2\"></a>", "<title>", "</title>",
        "<script>", "</script>", "<iframe src='/3'/>", "<A HREF='/4'/>", "<p x='>'/>", "&lt;", "&#60;", "'", "\"", "]", ">", "x",
        "<base href='/5/'/>", "<svg/>",
    ][..]), 0..8), declarations in vec(select(&[
        "<!ENTITY x '<a>'>", "<!ENTITY y \"]>\">", "<!-- ']> -->", "<?x ']>' ?>", "<!ELEMENT a (b|c)*>",
    ][..]), 0..4)) {
        let page = pieces.concat();
        check(format!("<!DOCTYPE html SYSTEM 'x>' [{}]><html>{page}<a href='end'/></html>", declarations.concat()).as_bytes());
    }

    #[test]
    fn links_after_pieces_of_a_script_in_any_order(pieces in vec(select(&[
        "<!--", "-->", "<!-", "-", ">", "<script", "<script>", "</script>", "</script ", "</script", "<a", "/", " ", "<",
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
}
