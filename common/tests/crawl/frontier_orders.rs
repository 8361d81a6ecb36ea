//! The report does not depend on the order in which fetches end.

use std::collections::HashSet;

use common::crawl::options::Checks;
use common::{Options, Record, Report, Response};
use common_fuzz::offline;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A page. Links and redirects are indices of pages.
#[derive(Clone, Debug)]
enum Page {
    Links(Vec<usize>),
    Redirect(usize),
    Missing,
}

#[derive(Clone, Debug)]
struct Site {
    pages: Vec<Page>,
    roots: Vec<usize>,
    max_redirects: u16,
}

/// Generates sites of a few pages, half of them redirects, so that chains meet and loop.
fn site() -> impl Strategy<Value = Site> {
    (2..12_usize).prop_flat_map(|size| {
        let page = prop_oneof![
            4 => vec(0..size, 0..4).prop_map(Page::Links),
            5 => (0..size).prop_map(Page::Redirect),
            1 => Just(Page::Missing),
        ];
        let site = |(pages, roots, max_redirects)| Site { pages, roots, max_redirects };
        (vec(page, size), vec(0..size, 1..4), 0..5_u16).prop_map(site)
    })
}

impl Site {
    fn options(&self) -> Options {
        let roots: Vec<_> = self.roots.iter().map(usize::to_string).collect();
        let roots: Vec<_> = roots.iter().map(String::as_str).collect();
        let checks = Checks { backlinks: true, ..Checks::default() };
        Options { max_redirects: self.max_redirects, checks, ..offline::options(&roots) }
    }

    fn fetch(&self, path: &str) -> Response {
        match &self.pages[number(path)] {
            Page::Links(links) => {
                let invalid = links.iter().map(|link| format!("//[{}", link % 3));
                let links: Vec<_> = links.iter().map(usize::to_string).chain(invalid).collect();
                offline::page(&links.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Page::Redirect(next) => offline::redirect(&next.to_string()),
            Page::Missing => offline::answer(404, ""),
        }
    }
}

/// Returns the number of a page.
fn number(path: &str) -> usize {
    path[1..].parse().expect("a number")
}

/// Crawls the site. `next` chooses the target that ends next.
fn crawl(site: &Site, next: impl FnMut(usize) -> usize) -> Report {
    let report = offline::crawl_in_order(&site.options(), |path| site.fetch(path), next);
    assert_eq!(report.unfinished, 0);
    report
}

/// Returns a line for each record, and the pages that link to those that failed; and a line for each link that is no URL.
fn lines(report: &Report) -> Vec<String> {
    let line = |record: &Record| {
        let linked = report.backlinks.get(&record.url);
        format!("{} {:?} {} {linked:?}", record.line(), record.found_on, record.new_links)
    };
    let invalid = report.invalid_links.iter().map(|invalid| format!("{invalid:?}"));
    report.records.iter().map(line).chain(invalid).collect()
}

/// Returns the pages that a crawl must reach, found by trying every path with every budget.
fn reachable(site: &Site) -> HashSet<usize> {
    let mut todo: Vec<_> = site.roots.iter().map(|root| (*root, site.max_redirects)).collect();
    let mut seen = HashSet::new();
    while let Some((page, left)) = todo.pop() {
        if !seen.insert((page, left)) {
            continue;
        }
        match &site.pages[page] {
            Page::Links(links) => todo.extend(links.iter().map(|link| (*link, site.max_redirects))),
            Page::Redirect(next) if left > 0 => todo.push((*next, left - 1)),
            Page::Redirect(_) | Page::Missing => {}
        }
    }
    seen.into_iter().map(|(page, _)| page).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn the_report_is_the_same_in_every_order(site in site(), order in vec(any::<Index>(), 12)) {
        let mut order = order.into_iter();
        let shuffled = lines(&crawl(&site, |len| order.next().map_or(0, |index| index.index(len))));
        prop_assert_eq!(&shuffled, &lines(&crawl(&site, |len| len - 1)));
        prop_assert_eq!(&shuffled, &lines(&crawl(&site, |_| 0)));
    }

    #[test]
    fn exactly_the_pages_within_the_redirect_budget_are_fetched_and_all_but_the_roots_are_found(site in site()) {
        let report = crawl(&site, |len| len / 2);
        let fetched: HashSet<usize> = report.records.iter().map(|record| number(record.url.path())).collect();
        prop_assert_eq!(fetched, reachable(&site));
        for record in &report.records {
            let is_root = site.roots.contains(&number(record.url.path()));
            prop_assert_eq!(record.found_on.is_none(), is_root, "{}", record.url);
        }
    }
}
