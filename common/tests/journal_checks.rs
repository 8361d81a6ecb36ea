//! What was checked before an interrupt is not checked again.

use common::crawl::checks::Checks;
use common::{Cause, Options, Response, Target};

mod resumed;
mod web;

use resumed::assert_goes_on;
use web::{answer, options, page, redirect};

#[test]
fn what_is_checked_is_checked_once() {
    let links = "/page#x /page#none /old#x /kept#x /lost http://a.example/0 http://a.example/1 http://a.example/2 \
        http://a.example/3 http://site.example//double#y";
    let visit = |target: &Target| match target.url.path() {
        "/" => Ok(page(&links.split(' ').collect::<Vec<_>>())),
        "/page" => Ok(Response { body: "<p id=x><a href=/lost#z><a href=/old#none>".into(), ..page(&[]) }),
        "/old" => Ok(redirect("/page")),
        "/kept" => Ok(redirect("/page#kept")),
        "/0" => Ok(redirect("/4")),
        "/1" => Err(Cause::Timeout),
        "//double" => Ok(page(&[])),
        _ => Ok(answer(404, "")),
    };
    let checks = Checks { backlinks: true, external: true, fragments: true };
    let whole = assert_goes_on(&Options { checks, ..options(&["/"]) }, &visit);
    for fragment in ["/page#none", "/old#none", "/page#kept", "//double#y"] {
        assert!(
            whole.report.contains(&format!("{{\"url\":\"http://site.example{fragment}\"")),
            "{}",
            whole.report
        );
    }
    assert!(
        whole.report.contains("\"external\":true") && whole.report.contains("\"backlinks\""),
        "{}",
        whole.report
    );
}
