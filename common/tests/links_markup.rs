//! Links are found as a browser's parser finds them. `links_oracle` compares many more pages with complete parsers.

mod page;

use page::{assert_links, links};

#[test]
fn a_tag_is_read_as_a_tokenizer_reads_it() {
    assert_links(
        "text/html",
        &[
            (r#"<a href="/1"><a href='/2'><a href=/3><a href = /4 >"#, "/1 /2 /3 /4"),
            ("<a href=/1/>x</a><a href=/2\nclass=b>", "/1/ /2"),
            ("<a title='>' href='/1?>'>", "/1?%3E"),
            ("<A HREF=/1><ArEa hReF=/2>", "/1 /2"),
            ("<a class='b'href='/1'/id=c><a/href=/2>", "/1 /2"),
            ("<a href=/1 href=/2>", "/1"),
            ("<a href href=/2><a href class=/2><a class=/3 href>", "/dir/page?query"),
            ("<a href='/?a=1&amp;b=2'><a href='&#47;x&#x2F;y&sol;z'>", "/?a=1&b=2 /x/y/z"),
            ("<a href='/?a&copy=1&b&'>", "/?a&copy=1&b&"),
            ("</a href=/1><a></a href=/2><a href=/3></a href=/4>", "/3"),
            ("1 < 2 <3 <<a href=/1> <>< a href=/2>", "/1"),
            // An unclosed tag is no tag.
            ("<a href=/0><a href=/1", "/0"),
            ("<a href=/0><a href='/1>", "/0"),
            ("<a href=/0><a href='/1' ", "/0"),
            ("<a href=/0><a href='/1'/", "/0"),
        ],
    );
}

#[test]
fn comments_and_elements_of_text_have_no_links() {
    assert_links(
        "text/html",
        &[
            ("<!-- <a href=/1> --><!doctype x><? <a href=/2><!-->--><a href=/3>", "/3"),
            ("<a href=/1><!-- <a href=/2>", "/1"),
            ("<TITLE></titles><a href=/1></Title ><a href=/2>", "/2"),
            ("<title><a href=/1>", ""),
            ("<plaintext><a href=/1></plaintext><a href=/2>", ""),
            ("<script><!--<script></script><a href=/1>--></script><a href=/2>", "/2"),
            ("<script><!-- </script><a href=/1>", "/1"),
            ("<noscript><a href=/1></noscript>", "/1"),
            ("<script/><a href=/1></script><a href=/2>", "/2"),
        ],
    );
    for name in ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"] {
        let page = format!("<{name}><a href=/1></b></{name}><a href=/2>");
        assert_eq!(links("text/html", page), ["/2"], "{name}");
    }
}

#[test]
fn xhtml_is_read_by_the_rules_of_xml() {
    assert_links(
        "application/xhtml+xml",
        &[
            ("<script/><a href='/1'/>", "/1"),
            ("<p><![CDATA[<a href='/1'/>]]><a href='/2'/></p>", "/2"),
            ("<p><!-- --!><a href='/1'/>--><a href='/2'/></p>", "/2"),
            ("<p><!--><a href='/1'/>--><a href='/2'/></p>", "/2"),
            ("<p><?x > <a href='/1'/> ?><a href='/2'/></p>", "/2"),
            ("<title><a href='/1'/></title><iframe src='/2'><a href='/3'/>", "/1 /2 /3"),
            (
                "<!DOCTYPE html PUBLIC '>' '\"' [<!ENTITY x \"]><a href='/1'/>\"><!-- ']> --><?x ']> ?>] ><a href='/2'/>",
                "/2",
            ),
        ],
    );
    assert_links("application/xml", &[("<title/><a href='/1'/>", "/1")]);
}

/// Behind `start`, a script has text in HTML, and elements in SVG and MathML. A slash closes a style there alone.
#[track_caller]
fn assert_foreign(start: &str, is_foreign: bool) {
    let found = links("text/html", format!("{start}<script><a href=/1></script><style/><a href=/2>"));
    assert_eq!(found, if is_foreign { &["/1", "/2"][..] } else { &[] }, "{start}");
}

#[test]
fn svg_and_mathml_have_rules_of_their_own_up_to_html_in_them() {
    for start in [
        "<svg>",
        "<svg><mi>",
        "<svg><g><x>",
        "<svg><g><font>",
        "<svg><g></font>",
        "<svg><g></body>",
        "<math>",
        "<math><foreignObject>",
        "<math><annotation-xml encoding=x>",
        "<math><mi><mglyph>",
        "<math><svg><title>",
        "<math><annotation-xml><svg>",
    ] {
        assert_foreign(start, true);
    }
    for start in [
        "<svg><foreignObject>",
        "<svg><DESC>",
        "<svg><title>",
        "<math><mi>",
        "<math><mtext>",
        "<math><annotation-xml encoding='TEXT/HTML'>",
        "<math><annotation-xml encoding=application&#47;xhtml+xml>",
        "<math><annotation-xml><svg><title>",
        // Some tags of HTML end it.
        "<svg><g><p>",
        "<svg><g><DIV>",
        "<svg><g></p>",
        "<svg><g></br>",
        "<svg><g><font color=red>",
    ] {
        assert_foreign(start, false);
    }
}

#[test]
fn svg_ends_with_its_own_end_tag_or_that_of_an_element_around_it() {
    assert_links(
        "text/html",
        &[
            ("<svg><title/><a href=/1></svg><title/><a href=/2>", "/1"),
            ("<svg/><title/><a href=/1></title><a href=/2>", "/2"),
            ("<svg><svg></svg><title/></svg><a href=/1>", "/1"),
            ("<a href=/1><svg><path></a><script><a href=/2></script>", "/1"),
            ("<button><svg></svg><svg></button><title><a href=/1></title><a href=/2>", "/2"),
            ("<a></a><svg><path/></path></a></section></svg ><svg></a><title/><a href=/1>", "/1"),
            ("<div><svg><foreignObject></div></foreignObject><style/><a href=/1>", "/1"),
            ("<svg><a><foreignObject><a></a><style/><a href=/1></style><a href=/2>", "/2"),
            (
                "<svg><base href=/b/ /><link href=1 /><area href=2 /><iframe src=3 /><a href=5></svg>",
                "/dir/5",
            ),
        ],
    );
    let (begin, end) = ("<g>".repeat(100), "</g>".repeat(100));
    let deep = format!("<svg>{begin}{end}<style/><a href=/1></svg><style><a href=/2>");
    assert_eq!(links("text/html", deep), ["/1"]);
}

#[test]
fn cdata_has_no_links_in_svg_and_is_a_comment_in_html() {
    assert_links(
        "text/html",
        &[
            ("<svg><![CDATA[ > <a href=/1> ]]><a href=/2>", "/2"),
            ("<svg><foreignObject><![CDATA[ > <a href=/1> ]]><a href=/2>", "/2"),
            ("<![CDATA[ > <a href=/1> ]]>", "/1"),
            ("<svg><foreignObject><i><![CDATA[ > <a href=/1> ]]>", "/1"),
            ("<svg><![cdata[ > <a href=/1> ]]>", "/1"),
        ],
    );
}

#[test]
fn a_template_has_no_links_and_a_shadow_root_has_no_base() {
    assert_links(
        "text/html",
        &[
            (
                "<template><base href=/b/><a href=1><template></template><a href=2></template><a href=3>",
                "/dir/3",
            ),
            ("<template><svg><a href=1></template><a href=2>", "/dir/2"),
            ("<template><p></div></template></template><a href=1>", "/dir/1"),
            ("<p><template shadowrootmode=open><base href=/b/><a href=1><template><a href=2>", "/dir/1"),
            ("<p><template shadowrootmode=Closed><base href=/b/><a href=1>", "/dir/1"),
            ("<p><template shadowrootmode=x><a href=1>", ""),
        ],
    );
}
