//! Links whose fragments have no target.

use common::crawl::checks::Checks;
use common::fetch::http::ContentType;
use common::{Options, Report, Response};
use url::Position;

mod web;

use web::{answer, options, page, redirect};

/// Returns an HTML page.
fn html(body: impl Into<Vec<u8>>) -> Response {
    Response { body: body.into(), ..page(&[]) }
}

/// Returns the paths and fragments that have no target, whatever the order of the crawl.
fn missing(site: impl Fn(&str) -> Response) -> Vec<String> {
    let checks = Checks { fragments: true, ..Checks::default() };
    let options = Options { checks, ..options(&["/"]) };
    let reports: [Report; 2] =
        [|_| 0, |len| len - 1].map(|next: fn(usize) -> usize| web::crawl_in_order(&options, &site, next));
    let [first, last] = reports.map(|report| report.missing_fragments);
    assert_eq!(first, last, "in any order");
    first.iter().map(|missing| missing.url[Position::BeforePath..].to_owned()).collect()
}

/// WHATWG HTML, section 7.4.6.4.
#[test]
fn a_fragment_leads_to_an_id_or_to_the_name_of_an_anchor() {
    for (body, fragment, is_there) in [
        ("<p id=x>", "#x", true),
        ("<p id=x>", "#X", false),
        ("<a name=x>", "#x", true),
        ("<a name=y id=x>", "#y", true),
        ("<p name=x>", "#x", false),
        ("<P ID=x id=y>", "#y", false),
        ("<svg><g id=x></svg>", "#x", true),
        ("<template id=x>", "#x", true),
        ("<template><p id=x></template>", "#x", false),
        ("<!-- <p id=x> --><script>'<p id=x>'</script>", "#x", false),
        ("<p id='a&amp;b'>", "#a&amp;b", true),
        ("<p id='a b'>", "#a b", true),
        ("<p id=%C3%A9>", "#é", true),
        ("<p id=é>", "#%C3%A9", true),
        ("<p id=a%20b>", "#a%20b", true),
        ("", "#", true),
        ("", "#TOP", true),
        ("", "#x", false),
        ("", "#:~:text=words", true),
        ("<p id=x>", "#x:~:text=words", true),
        ("", "#x:~:text=words", false),
    ] {
        let body = format!("<a href='{fragment}'></a>{body}");
        assert_eq!(missing(|_| html(body.clone())).is_empty(), is_there, "{body}");
    }
}

/// A long base makes each short link long.
#[test]
fn the_links_with_fragments_of_a_page_have_a_limit_in_bytes() {
    let base = format!("/{}", "x".repeat(7000));
    let links: String = (0..10_000).map(|number| format!("<a href='#{number}'>")).collect();
    let body = format!("<base href='{base}'>{links}<a href='/#{}'>", "y".repeat(8000));
    let found = missing(|path| html(if path == "/" { &body } else { "" }));
    assert_eq!(found.len(), (16 << 20) / (base.len() + "http://site.example".len() + 4) + 1);
}

#[test]
fn fragments_are_judged_where_the_link_ends() {
    let links = "<base href=/b/><a href='#x'><a href=/old#x><a href=/kept#x><a href=/lost#x><a href=/text#x>
        <a href=/xml#x><a href=http://else.example/#x><a href=#x><a href=/b/#y>";
    let found = missing(|path| match path {
        "/" => html(links),
        "/old" => redirect("/b/"),
        "/kept" => redirect("/b/#y"),
        "/wrong" => redirect("/b/#z"),
        "/b/" => html("<a id=y href=/wrong>"),
        "/xml" => Response { content_type: ContentType::parse("text/xml"), ..answer(200, "<x/>") },
        "/text" => answer(200, "text"),
        _ => answer(404, "<p>"),
    });
    assert_eq!(found, ["/b/#x", "/b/#z", "/old#x"]);
}
