//! Links are found as a browser's tokenizer finds them.

mod page;

/// Returns the links of an HTML page.
fn links(body: &str) -> Vec<String> {
    page::links("text/html", body)
}

const NONE: [&str; 0] = [];

#[test]
fn values_may_stand_in_either_quotes_or_in_none() {
    assert_eq!(links(r#"<a href="/1"><a href='/2'><a href=/3><a href = /4 >"#), ["/1", "/2", "/3", "/4"]);
}

#[test]
fn an_unquoted_value_ends_at_white_space_or_bracket_and_not_at_a_slash() {
    assert_eq!(links("<a href=/1/>x</a><a href=/2\nclass=b>"), ["/1/", "/2"]);
}

#[test]
fn a_quoted_value_may_hold_a_bracket() {
    assert_eq!(links("<a title='>' href='/1?>'>"), ["/1?%3E"]);
}

#[test]
fn names_are_case_insensitive() {
    assert_eq!(links("<A HREF=/1><ArEa hReF=/2>"), ["/1", "/2"]);
}

#[test]
fn attributes_may_follow_each_other_without_a_space() {
    assert_eq!(links("<a class='b'href='/1'/id=c><a/href=/2>"), ["/1", "/2"]);
}

#[test]
fn of_two_attributes_with_one_name_the_first_counts() {
    assert_eq!(links("<a href=/1 href=/2>"), ["/1"]);
}

#[test]
fn an_empty_first_attribute_counts() {
    assert_eq!(links("<a href href=/2>"), ["/dir/page?query"]);
}

#[test]
fn the_value_of_another_attribute_is_not_taken() {
    assert_eq!(links("<a href class=/2><a class=/3 href>"), ["/dir/page?query"]);
}

#[test]
fn entities_are_decoded() {
    assert_eq!(links("<a href='/?a=1&amp;b=2'><a href='&#47;x&#x2F;y&sol;z'>"), ["/?a=1&b=2", "/x/y/z"]);
}

#[test]
fn an_ampersand_without_an_entity_stays() {
    assert_eq!(links("<a href='/?a&copy=1&b&'>"), ["/?a&copy=1&b&"]);
}

#[test]
fn comments_have_no_links() {
    assert_eq!(links("<!-- <a href=/1> --><!doctype x><? <a href=/2><!-->--><a href=/3>"), ["/3"]);
}

#[test]
fn an_unclosed_comment_takes_the_rest() {
    assert_eq!(links("<a href=/1><!-- <a href=/2>"), ["/1"]);
}

#[test]
fn elements_whose_content_is_text_have_no_links() {
    for name in ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"] {
        let page = format!("<{name}><a href=/1></b></{name}><a href=/2>");
        assert_eq!(links(&page), ["/2"], "{name}");
    }
}

#[test]
fn text_ends_at_its_own_end_tag_in_any_case() {
    assert_eq!(links("<TITLE></titles><a href=/1></Title ><a href=/2>"), ["/2"]);
}

#[test]
fn unclosed_text_takes_the_rest() {
    assert_eq!(links("<title><a href=/1>"), NONE);
}

#[test]
fn plaintext_takes_the_rest() {
    assert_eq!(links("<plaintext><a href=/1></plaintext><a href=/2>"), NONE);
}

#[test]
fn a_script_in_a_comment_in_a_script_needs_two_end_tags() {
    let page = "<script><!--<script></script><a href=/1>--></script><a href=/2>";
    assert_eq!(links(page), ["/2"]);
}

#[test]
fn a_comment_in_a_script_ends_with_the_script() {
    assert_eq!(links("<script><!-- </script><a href=/1>"), ["/1"]);
}

#[test]
fn the_content_of_noscript_is_read() {
    assert_eq!(links("<noscript><a href=/1></noscript>"), ["/1"]);
}

#[test]
fn an_unclosed_tag_is_not_a_tag() {
    for end in ["<a href=/1", "<a href='/1>", "<a href='/1'", "<a href='/1' ", "<a href='/1'/"] {
        assert_eq!(links(&format!("<a href=/0>{end}")), ["/0"], "{end}");
    }
}

#[test]
fn an_end_tag_has_no_links() {
    assert_eq!(links("</a href=/1><a></a href=/2><a href=/3></a href=/4>"), ["/3"]);
}

#[test]
fn a_bracket_in_text_does_not_begin_a_tag() {
    assert_eq!(links("1 < 2 <3 <<a href=/1> <>< a href=/2>"), ["/1"]);
}

#[test]
fn a_slash_closes_no_html_element() {
    assert_eq!(links("<script/><a href=/1></script><a href=/2>"), ["/2"]);
}

#[test]
fn a_slash_closes_an_element_of_xhtml() {
    assert_eq!(page::links("application/xhtml+xml", "<script/><a href='/1'/>"), ["/1"]);
    assert_eq!(page::links("application/xml", "<title/><a href='/1'/>"), ["/1"]);
}

#[test]
fn cdata_sections_comments_and_processing_instructions_of_xhtml_have_no_links() {
    for text in [
        "<![CDATA[<a href='/1'/>]]>",
        "<!-- --!><a href='/1'/>-->",
        "<!--><a href='/1'/>-->",
        "<?x > <a href='/1'/> ?>",
    ] {
        assert_eq!(
            page::links("application/xhtml+xml", format!("<p>{text}<a href='/2'/></p>")),
            ["/2"],
            "{text}"
        );
    }
}

#[test]
fn a_doctype_of_xhtml_has_no_links() {
    let declarations = "<!ENTITY x \"]><a href='/1'/>\"><!-- ']> --><?x ']> ?><!ELEMENT a (b)>";
    let page = format!("<!DOCTYPE html PUBLIC '>' '\"' [{declarations}] ><a href='/2'/>");
    assert_eq!(page::links("application/xhtml+xml", page), ["/2"]);
}

#[test]
fn no_element_of_xhtml_makes_tags_text() {
    assert_eq!(
        page::links("application/xhtml+xml", "<title><a href='/1'/></title><iframe src='/2'><a href='/3'/>"),
        ["/1", "/2", "/3"]
    );
}

#[test]
fn a_slash_closes_an_element_of_svg() {
    assert_eq!(links("<svg><title/><a href=/1></svg><title/><a href=/2>"), ["/1"]);
}

#[test]
fn a_slash_closes_svg_itself() {
    assert_eq!(links("<svg/><title/><a href=/1></title><a href=/2>"), ["/2"]);
}
