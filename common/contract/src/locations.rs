//! Locations: where a redirect leads, and what happens if it leads nowhere.

use common::page::links::MAX_URL;
use practice_site::Answer;

use super::Stage;
use super::redirects::assert_leads_nowhere;
use super::tools::{defaults, page, record, site, site_naming_itself};

pub(super) fn a_location_may_be_relative_or_absolute_or_have_a_fragment(stage: &Stage) {
    let site = site_naming_itself(|site| {
        let absolute = site.url("/absolute?x=1");
        [
            ("/", Answer::links(["/dir/relative", "/dir/absolute", "/dir/fragment", "/dir/query"])),
            ("/dir/relative", Answer::redirect(302, "../relative")),
            ("/dir/absolute", Answer::redirect(302, absolute.as_str())),
            ("/dir/fragment", Answer::redirect(302, "/fragment#two")),
            ("/dir/query", Answer::redirect(302, "?y=2")),
        ]
    });
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/dir/relative").next_url.as_deref(), Some(&site.url("/relative")));
    assert_eq!(record(&report, &site, "/dir/fragment").next_url.as_deref(), Some(&site.url("/fragment")));
    for path in ["/relative", "/absolute?x=1", "/fragment", "/dir/query?y=2"] {
        assert_eq!(site.hits(path), 1, "{path}");
    }
}

pub(super) fn the_links_behind_a_redirect_are_relative_to_where_it_leads(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/dir"])),
        ("/dir", Answer::redirect(301, "/dir/")),
        ("/dir/", Answer::links(["page"])),
    ]);
    stage.crawl(&site, defaults);
    assert_eq!(site.paths(), ["/", "/dir", "/dir/", "/dir/page"]);
}

/// An empty reference means the page itself (RFC 3986, section 4.4).
pub(super) fn an_empty_location_leads_to_the_page_itself(stage: &Stage) {
    let site = site([("/", Answer::links(["/empty"])), ("/empty", Answer::redirect(302, ""))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(site.hits("/empty"), 1);
    let record = record(&report, &site, "/empty");
    assert_eq!(record.next_url.as_deref(), Some(&site.url("/empty")));
    assert_leads_nowhere(record, &format!("it leads back to {}", site.url("/empty")));
}

pub(super) fn a_redirect_without_a_usable_location_leads_nowhere(stage: &Stage) {
    let long = format!("/{}", "x".repeat(MAX_URL));
    let site = site([
        ("/", Answer::links(["/choice", "/none", "/odd", "/to/long"])),
        ("/choice", Answer::status(300)),
        ("/none", Answer::status(302)),
        ("/odd", Answer::redirect(302, "http://[")),
        ("/to/long", Answer::redirect(302, "/long")),
        ("/long", Answer::redirect(302, &long)),
    ]);
    let report = stage.crawl(&site, defaults);
    assert_leads_nowhere(record(&report, &site, "/none"), "it has no Location");
    assert_leads_nowhere(
        record(&report, &site, "/odd"),
        "its Location is no URL: invalid IPv6 address: http://[",
    );
    let why = format!("its Location is longer than 8000 bytes, on the way from {}", site.url("/to/long"));
    assert_leads_nowhere(record(&report, &site, "/long"), &why);
    assert_eq!(record(&report, &site, "/none").found_on.as_deref(), Some(&site.url("/")));
    let summary = report.summary();
    assert_eq!((summary.pages, summary.redirects, summary.errors), (2, 1, 3), "a 300 may be a page");
}

pub(super) fn a_location_out_of_scope_is_recorded_and_not_requested(stage: &Stage) {
    let elsewhere = site([("/", page())]);
    let location = elsewhere.url("/");
    let site = site([("/", Answer::redirect(302, location.as_str()))]);
    let report = stage.crawl(&site, defaults);
    assert_eq!(record(&report, &site, "/").next_url.as_deref(), Some(&location));
    assert_eq!(elsewhere.connections(), 0);
    assert_eq!(report.records.len(), 1);
}
