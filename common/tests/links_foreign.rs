//! Links in SVG and MathML, whose content has its own rules, and in templates.

mod page;

/// Returns the links of an HTML page.
fn links(body: &str) -> Vec<String> {
    page::links("text/html", body)
}

const NONE: [&str; 0] = [];

#[test]
fn nested_svg_ends_with_its_own_end_tag() {
    assert_eq!(links("<svg><svg></svg><title/></svg><a href=/1>"), ["/1"]);
    assert_eq!(links("<svg><g><g></g><style/></g></svg><a href=/1>"), ["/1"]);
}

#[test]
fn of_the_elements_of_svg_only_a_has_a_link() {
    let page =
        "<svg><base href=/b/ /><link href=1 /><area href=2 /><iframe src=3 /><frame src=4 /><a href=5></svg>";
    assert_eq!(links(page), ["/dir/5"]);
}

#[test]
fn scripts_and_styles_of_html_in_svg_and_mathml_have_no_links() {
    for point in [
        "<svg><foreignObject>",
        "<svg><DESC>",
        "<svg><title>",
        "<math><mi>",
        "<math><mtext>",
        "<math><annotation-xml encoding='TEXT/HTML'>",
        "<math><annotation-xml encoding=application&#47;xhtml+xml>",
    ] {
        assert_eq!(
            links(&format!("{point}<script><a href=/1></script><style/><a href=/2>")),
            NONE,
            "{point}"
        );
    }
}

#[test]
fn scripts_and_styles_of_svg_and_mathml_have_links() {
    for content in [
        "<svg>",
        "<svg><mi>",
        "<math>",
        "<math><foreignObject>",
        "<math><annotation-xml encoding=x>",
        "<math><mi><mglyph>",
    ] {
        assert_eq!(
            links(&format!("{content}<script><a href=/1></script><style/><a href=/2>")),
            ["/1", "/2"],
            "{content}"
        );
    }
}

#[test]
fn svg_in_an_annotation_of_mathml_is_svg() {
    assert_eq!(links("<math><annotation-xml><svg><title><style/><a href=/1>"), NONE);
    assert_eq!(links("<math><svg><title><style/><a href=/1>"), ["/1"]);
}

#[test]
fn cdata_in_svg_has_no_links() {
    assert_eq!(links("<svg><![CDATA[ > <a href=/1> ]]><a href=/2>"), ["/2"]);
    assert_eq!(links("<svg><foreignObject><![CDATA[ > <a href=/1> ]]><a href=/2>"), ["/2"]);
}

#[test]
fn cdata_in_html_is_a_comment_up_to_the_first_bracket() {
    assert_eq!(links("<![CDATA[ > <a href=/1> ]]>"), ["/1"]);
    assert_eq!(links("<svg><foreignObject><i><![CDATA[ > <a href=/1> ]]>"), ["/1"]);
    assert_eq!(links("<svg><![cdata[ > <a href=/1> ]]>"), ["/1"]);
}

#[test]
fn some_tags_of_html_end_svg() {
    for tag in ["<p>", "<DIV>", "<img>", "</p>", "</br>", "<font color=red>", "<font x size>"] {
        assert_eq!(links(&format!("<svg><g>{tag}<script><a href=/1></script><a href=/2>")), ["/2"], "{tag}");
    }
    for tag in ["<x>", "<font>", "<font x=color>", "</font>", "</x>", "</body>"] {
        assert_eq!(
            links(&format!("<svg><g>{tag}<script><a href=/1></script><a href=/2>")),
            ["/1", "/2"],
            "{tag}"
        );
    }
}

#[test]
fn a_tag_of_html_ends_svg_only_up_to_html_in_it() {
    for point in ["<svg><foreignObject>", "<math><mi>", "<math><annotation-xml encoding=text/html>"] {
        let page = format!("{point}<svg><p></p><script><a href=/1></script><![CDATA[><a href=/2>]]>");
        assert_eq!(links(&page), NONE, "{point}");
    }
}

#[test]
fn the_end_tag_of_an_html_element_ends_svg_in_it() {
    assert_eq!(links("<a href=/1><svg><path></a><script><a href=/2></script>"), ["/1"]);
    assert_eq!(links("<button><svg></svg><svg></button><title><a href=/1></title><a href=/2>"), ["/2"]);
}

#[test]
fn the_end_tag_of_no_open_element_does_not_end_svg() {
    assert_eq!(links("<a></a><svg><path/></path></a></section></svg ><svg></a><title/><a href=/1>"), ["/1"]);
}

#[test]
fn an_end_tag_of_html_in_svg_does_not_end_elements_around_it() {
    assert_eq!(links("<div><svg><foreignObject></div></foreignObject><style/><a href=/1>"), ["/1"]);
    assert_eq!(links("<div><svg><foreignObject><b></div></b></foreignObject><style/><a href=/1>"), ["/1"]);
    assert_eq!(links("<svg><a><foreignObject><a></a><style/><a href=/1></style><a href=/2>"), ["/2"]);
}

#[test]
fn a_template_has_no_links() {
    assert_eq!(
        links("<template><base href=/b/><a href=1><template></template><a href=2></template><a href=3>"),
        ["/dir/3"]
    );
    assert_eq!(links("<template><svg><a href=1></template><a href=2>"), ["/dir/2"]);
    assert_eq!(links("<template><p></div></template></template><a href=1>"), ["/dir/1"]);
}

#[test]
fn a_shadow_root_has_links_but_no_base() {
    for mode in ["open", "Closed"] {
        let page =
            format!("<p><template shadowrootmode={mode}><base href=/b/><a href=1><template><a href=2>");
        assert_eq!(links(&page), ["/dir/1"], "{mode}");
    }
    assert_eq!(links("<p><template shadowrootmode=x><a href=1>"), NONE);
}

#[test]
fn svg_that_is_nested_as_deep_as_real_pages_is_followed_to_its_end() {
    let (begin, end) = ("<g>".repeat(100), "</g>".repeat(100));
    assert_eq!(links(&format!("<svg>{begin}{end}<style/><a href=/1></svg><style><a href=/2>")), ["/1"]);
}
