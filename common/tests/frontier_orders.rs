//! The report does not depend on the order in which fetches end.

use std::collections::HashSet;

use common::crawl::options::Checks;
use common::{Options, Record, Report, Response};
use common_fuzz::web;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use url::Url;

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
        (vec(page, size), vec(0..size, 1..4), 0..5_u16).prop_map(|(pages, roots, max_redirects)| Site {
            pages,
            roots,
            max_redirects,
        })
    })
}

impl Site {
    fn options(&self) -> Options {
        let roots: Vec<_> = self.roots.iter().map(usize::to_string).collect();
        let roots: Vec<_> = roots.iter().map(String::as_str).collect();
        let checks = Checks { backlinks: true, ..Checks::default() };
        Options { max_redirects: self.max_redirects, checks, ..web::options(&roots) }
    }

    fn fetch(&self, path: &str) -> Response {
        match &self.pages[path[1..].parse::<usize>().expect("a number")] {
            Page::Links(links) => {
                let links: Vec<_> = links.iter().map(usize::to_string).collect();
                web::page(&links.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Page::Redirect(next) => web::redirect(&next.to_string()),
            Page::Missing => web::answer(404, ""),
        }
    }
}

/// Crawls the site. `next` chooses the target that ends next.
fn crawl(site: &Site, next: impl FnMut(usize) -> usize) -> Report {
    let report = web::crawl_in_order(&site.options(), |path| site.fetch(path), next);
    assert_eq!(report.unfinished, 0);
    report
}

/// Returns a line for each record.
fn lines(report: &Report) -> Vec<String> {
    let line = |record: &Record| {
        let found_on = record.found_on.as_deref().map(number);
        format!("{} {found_on:?} {}", record.line(), record.new_links)
    };
    report.records.iter().map(line).collect()
}

/// Returns the number of a page.
fn number(url: &Url) -> usize {
    url.path()[1..].parse().expect("a number")
}

/// Returns the redirects that lead nowhere.
fn errors(report: &Report) -> HashSet<usize> {
    let errors = report.records.iter().filter(|record| record.error.is_some());
    errors.map(|record| number(&record.url)).collect()
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn the_report_is_the_same_in_every_order(site in site(), order in vec(any::<Index>(), 12)) {
        let mut order = order.into_iter();
        let shuffled = lines(&crawl(&site, |len| order.next().map_or(0, |index| index.index(len))));
        prop_assert_eq!(&shuffled, &lines(&crawl(&site, |len| len - 1)));
        prop_assert_eq!(&shuffled, &lines(&crawl(&site, |_| 0)));
    }

    #[test]
    fn exactly_the_pages_within_the_redirect_budget_are_fetched(site in site()) {
        let report = crawl(&site, |len| len / 2);
        let fetched: HashSet<usize> = report.records.iter().map(|record| number(&record.url)).collect();
        prop_assert_eq!(fetched, reachable(&site));
    }

    #[test]
    fn each_chain_of_redirects_that_leads_nowhere_has_one_error(site in site()) {
        let (report, reached) = (crawl(&site, |len| len / 2), reachable(&site));
        let errors = errors(&report);
        let next = |page: usize| match site.pages[page] {
            Page::Redirect(next) => Some(next),
            _ => None,
        };
        for start in reached.iter().copied().filter(|page| next(*page).is_some()) {
            // The pages on the way, up to an error, a page, or the limit of the crawl.
            let mut way = vec![start];
            while let Some(next) = next(*way.last().unwrap()).filter(|_| !errors.contains(way.last().unwrap())) {
                prop_assert!(reached.contains(&next), "{:?} is cut without an error: {:?}", way, errors);
                prop_assert!(!way.contains(&next), "{:?} leads back without an error: {:?}", way, errors);
                way.push(next);
            }
        }
        for error in &errors {
            // A redirect leads nowhere if a limit cuts the chain there, or if it leads back without another error.
            let after = |page: &usize| next(*page).filter(|next| next != error && !errors.contains(next));
            let way: Vec<_> = std::iter::successors(next(*error).filter(|next| next != error), after).take(99).collect();
            let last = *way.last().unwrap_or(error);
            let leads_back = next(last) == Some(*error) || next(*error) == Some(*error);
            let is_cut = next(*error).is_some_and(|next| !reached.contains(&next));
            prop_assert!(leads_back || is_cut, "{} leads somewhere: {:?}", error, errors);
        }
    }

    #[test]
    fn each_page_but_the_roots_is_found_and_new_on_the_first_page_or_redirect_to_it(site in site()) {
        let (report, reached) = (crawl(&site, |len| len / 2), reachable(&site));
        let errors = errors(&report);
        let links = |from: usize, to| matches!(&site.pages[from], Page::Links(links) if links.contains(&to));
        let mut new = 0;
        for record in &report.records {
            let page = number(&record.url);
            let redirects = |from: &&usize| matches!(site.pages[**from], Page::Redirect(next) if next == page);
            let redirect = reached.iter().filter(redirects).filter(|from| !errors.contains(from)).min();
            let link = reached.iter().filter(|from| links(**from, page)).min();
            let is_root = site.roots.contains(&page);
            new += u32::from(link.is_some() && !is_root);
            let found_on = link.or(redirect).filter(|_| !is_root).copied();
            prop_assert_eq!(record.found_on.as_deref().map(number), found_on, "{}", record.url);
            // The pages that link to a page without a failure are not kept.
            let is_fine = record.failure().is_none() && !record.is_redirect();
            let leads = |from: &usize| !is_fine && (links(*from, page) || redirects(&from) && !errors.contains(from));
            let mut linked: Vec<_> = reached.iter().copied().filter(leads).collect();
            linked.sort_unstable_by_key(|from| (!links(*from, page), *from));
            let pages = report.backlinks.get(&record.url).into_iter().flatten();
            prop_assert_eq!(pages.map(|page| number(page)).collect::<Vec<_>>(), linked, "{}", record.url);
        }
        prop_assert_eq!(report.records.iter().map(|record| record.new_links).sum::<u32>(), new);
    }
}
