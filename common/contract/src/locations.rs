//! Locations: where a redirect leads, and what happens if it leads nowhere.

use practice_site::Answer;

use super::Stage;
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
    assert_eq!(record(&report, &site, "/empty").next_url.as_deref(), Some(&site.url("/empty")));
}

pub(super) fn a_redirect_without_a_usable_location_is_a_page(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/none", "/odd"])),
        ("/none", Answer::status(302)),
        ("/odd", Answer::redirect(302, "http://[")),
    ]);
    let report = stage.crawl(&site, defaults);
    for path in ["/none", "/odd"] {
        let record = record(&report, &site, path);
        assert_eq!((record.status, record.next_url.as_ref()), (Some(302), None), "{path}");
        assert_eq!(site.hits(path), 1, "{path}");
    }
    assert_eq!((report.summary().pages, report.summary().redirects), (3, 0));
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
