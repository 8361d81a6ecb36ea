//! Together: scenarios that need two fetches at once. With one at a time, a held page would delay all others.

use practice_site::Answer;

use super::Stage;
use super::redirects::{at_most_three, chain, steps};
use super::tools::{pages_of, start};

pub(super) fn a_slow_page_does_not_delay_the_others(stage: &Stage) {
    let fast = |n: usize| format!("/fast/{n}");
    let number = |path: &str| path.strip_prefix("/fast/")?.parse::<usize>().ok();
    let content = move |path: &str| number(path).map(|n| Answer::links((n < 100).then(|| fast(n + 1))));
    let root = Answer::links(["/slow", "/fast/0"]);
    let site =
        start(pages_of([("/", root), ("/slow", Answer::links(["/behind"]))]).content(content).hold("/slow"));
    let crawl = stage.begin(&site, |options| options.max_tasks = 2);
    crawl.wait_until(|site| site.hits("/fast/100") == 1 && site.unanswered() == ["/slow"]);
    site.release("/slow");
    crawl.finish();
    assert_eq!(site.hits("/behind"), 1);
}

/// `/2` is reached by redirects first and by a link later, which has all three redirects left.
pub(super) fn a_link_into_a_chain_has_all_redirects_left(stage: &Stage) {
    let site = chain(
        pages_of([("/", Answer::links(["/0", "/late"])), ("/late", Answer::links(["/2"]))]).hold("/late"),
    );
    let crawl = stage.begin(&site, at_most_three);
    crawl.wait_until(|site| site.hits("/3") == 1 && site.unanswered() == ["/late"]);
    site.release("/late");
    crawl.finish();
    assert_eq!(steps(&site), [0, 1, 2, 3, 4, 5]);
    assert_eq!(site.requests(), 8, "no page is fetched again");
}

pub(super) fn how_far_a_chain_is_followed_does_not_depend_on_the_order(stage: &Stage) {
    let site = chain(
        pages_of([("/", Answer::links(["/2", "/late"])), ("/late", Answer::links(["/0"]))]).hold("/late"),
    );
    let crawl = stage.begin(&site, at_most_three);
    crawl.wait_until(|site| site.hits("/5") == 1 && site.unanswered() == ["/late"]);
    site.release("/late");
    crawl.finish();
    assert_eq!(steps(&site), [0, 1, 2, 3, 4, 5]);
    assert_eq!(site.requests(), 8);
}
