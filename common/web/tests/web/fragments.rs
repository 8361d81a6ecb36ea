//! Which fragments of links lead to a place in their page.

use common::crawl::options::Checks;
use common::fetch::http::ContentType;
use common::page::links::{MAX_LINKS_BYTES, MAX_NAMES};
use common::{Frontier, Options, Report, Response};
use common_fuzz::offline;
use common_fuzz::offline::{answer, outcome, page, redirect};
use regex_lite::Regex;
use url::Position;
use web::resume::line::line_of;

use crate::checks::checking;

/// Returns an HTML page.
fn html(body: impl Into<Vec<u8>>) -> Response {
    Response { body: body.into(), ..page(&[]) }
}

/// Returns the paths and fragments that have no target, whatever the order of the crawl.
fn missing(site: impl Fn(&str) -> Response) -> Vec<String> {
    let checks = Checks { fragments: true, ..Checks::default() };
    let options = checking(checks);
    let reports: [Report; 2] =
        [|_| 0, |len| len - 1].map(|next: fn(usize) -> usize| offline::crawl_in_order(&options, &site, next));
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
        ("<div><template shadowrootmode=open><p id=x></p></template></div>", "#x", false),
        ("<p id='a\r\nb\rc'>", "#a%0Ab%0Ac", true),
        ("<p id='a&#13;b'>", "#a%0Db", true),
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

// linkcheck 4, linkinator 848: a fragment counts for `exclude`, also the one of a redirect.
#[test]
fn a_link_that_is_excluded_with_its_fragment_is_neither_followed_nor_checked() {
    let links = "<a href='/api#/x'><a href='/b#real'><a href='/lines#L12'><a href='/lines'><a href='/old#y'>";
    for (exclude, fragments, fetched, expected) in [
        ("/api#/|#L[0-9]", true, 4, &["/b#real"][..]),
        ("/api#/|#L[0-9]", false, 4, &[]),
        ("#", true, 2, &[]),
        ("/api$", true, 4, &["/#L1", "/b#real", "/lines#L12"]),
    ] {
        let exclude = vec![Regex::new(exclude).unwrap()];
        let options = Options { exclude, ..checking(Checks { fragments, ..Checks::default() }) };
        let report = offline::crawl(&options, |path| match path {
            "/" => html(links),
            "/old" => redirect("/#L1"),
            _ => html("<p>"),
        });
        let missing = report.missing_fragments.iter().map(|missing| &missing.url[Position::BeforePath..]);
        assert_eq!((report.records.len(), missing.collect::<Vec<_>>()), (fetched, expected.to_vec()));
    }
}

/// Returns a page with this many names, of this length, and a link to each fragment of `to`.
fn named(count: usize, len: usize, to: &[&str]) -> Response {
    let links: String = to.iter().map(|to| format!("<a href='{to}'>")).collect();
    html((0..count).map(|name| format!("<p id={name:0len$}>")).collect::<String>() + &links)
}

#[test]
fn a_fragment_that_may_be_beyond_the_limit_of_a_page_is_not_missing() {
    let options = checking(Checks { fragments: true, ..Checks::default() });
    let beyond = "not kept: 2 names beyond a page's first 100000, such as on http://site.example/;";
    for (count, missing, line) in [(MAX_NAMES, 1, "/#none  no such fragment"), (MAX_NAMES + 2, 0, beyond)] {
        let report = offline::report(&options, [Ok(named(count, 1, &["#0", "#99999", "#none"]))]);
        assert_eq!(report.missing_fragments.len(), missing);
        let text = offline::text(&report);
        assert!(text.contains(line) && text.contains("beyond") == (missing == 0), "{text}");
    }
}

/// It is kept to the end of the crawl, and in each journal.
#[test]
fn of_names_fragments_and_links_of_any_length_little_is_kept() {
    let options = checking(Checks { fragments: true, backlinks: true, ..Checks::default() });
    let root = Frontier::new(&options).roots().remove(0);
    let kept = |body: Response| line_of(&root.kind, &outcome(&root, body, &options)).len();
    assert!(kept(named(1000, 1000, &[])) < 25_000);
    let invalid: Vec<_> = (0..600).map(|n| format!("//[{n}{}", "\u{1}".repeat(30_000))).collect();
    assert!(kept(page(&invalid.iter().map(String::as_str).collect::<Vec<_>>())) < 600_000);
    let fragments: Vec<_> = (0..600).map(|n| format!("#{n}{}", "x".repeat(30_000))).collect();
    let size = kept(page(&fragments.iter().map(String::as_str).collect::<Vec<_>>()));
    assert!((MAX_LINKS_BYTES..MAX_LINKS_BYTES + (1 << 20)).contains(&size), "{size}");
}
