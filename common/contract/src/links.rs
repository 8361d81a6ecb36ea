//! Links: which are found, and where they lead.

use practice_site::Answer;

use super::Stage;
use super::tools::{defaults, record, site};

/// Crawls a site whose root is this page, and returns the paths that were requested, without the root's.
fn followed(stage: &Stage, root: Answer) -> Vec<String> {
    let site = site([("/", root)]);
    stage.crawl(&site, defaults);
    let mut paths = site.paths();
    paths.retain(|path| path != "/");
    paths
}

pub(super) fn fragments_and_repeats_are_one_link(stage: &Stage) {
    let site = site([("/", Answer::links(["/a", "/a#x", "/a", "/a#y", "./a", "/b/../a"]))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/").links, 1);
    assert_eq!(site.hits("/a"), 1);
    assert_eq!(site.requests(), 2);
}

pub(super) fn five_elements_have_links(stage: &Stage) {
    let html = "<link rel=next href=/link> <A HREF='/a'>a</A> <map><area href=\"/area\"></map>
        <iframe src=/iframe></iframe> <frameset><frame src=/frame></frameset>";
    assert_eq!(followed(stage, Answer::html(html)), ["/a", "/area", "/frame", "/iframe", "/link"]);
}

pub(super) fn links_are_relative_to_the_page(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/dir/page?old"])),
        ("/dir/page?old", Answer::links(["sibling", "?new", "../above", "deeper/", "//", ""])),
    ]);
    stage.crawl(&site, defaults);
    assert_eq!(
        site.paths(),
        ["/", "/above", "/dir/deeper/", "/dir/page?new", "/dir/page?old", "/dir/sibling"]
    );
}

pub(super) fn only_markup_is_searched(stage: &Stage) {
    let html = "<a href=/behind></a>";
    let raw = |head: &str| Answer::raw(format!("HTTP/1.0 200 OK\r\n{head}\r\n{html}"));
    let site = site([
        ("/", Answer::links(["/image", "/text", "/json", "/untyped", "/odd", "/sniffed"])),
        ("/image", Answer::body("image/png", html)),
        ("/text", Answer::body("text/plain", html)),
        ("/json", Answer::body("application/json", html)),
        ("/untyped", Answer::raw(format!("HTTP/1.0 200 OK\r\n\r\nsee {html}"))),
        ("/sniffed", raw("")),
        ("/odd", raw("Content-Type: html\r\n")),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/untyped").content_type, None);
    assert_eq!(record(&report, &site, "/untyped").links, 0, "text without a type");
    assert_eq!(record(&report, &site, "/sniffed").content_type, None);
    assert_eq!(record(&report, &site, "/sniffed").links, 1, "HTML without a type");
    assert_eq!(site.hits("/behind"), 1, "only markup is searched");
}

/// A path is UTF-8 whatever the page is; a query is in the page's encoding (WHATWG URL, section 4.4).
pub(super) fn a_page_may_be_in_latin_1(stage: &Stage) {
    let html = b"<a href='/caf\xe9'></a> <a href='/?q=caf\xe9'></a>".as_slice();
    let latin_1 = Answer::body("text/html; charset=ISO-8859-1", html);
    assert_eq!(followed(stage, latin_1), ["/?q=caf%E9", "/caf%C3%A9"]);
}
