//! The report is the same in whatever order fetches end, and no target comes twice.

use std::collections::HashSet;
use std::time::Duration;

use common::report::report_order;
use common::{Cause, FetchError, Frontier, Options, Outcome, Phase, Record, Report, Target};
use url::Url;

use super::input::Input;
use super::web;

/// A site with the pages `/0`, `/1` and so on, and the options of its crawl.
struct Site {
    pages: Vec<Page>,
    options: Options,
}

enum Page {
    Links(Vec<String>),
    Redirect(String),
    Missing,
    Fails,
}

/// Reads a site, then the order in which fetches end.
pub fn check(input: &[u8]) {
    let mut input = Input(input);
    let site = Site::of(&mut input);
    let most = input.byte();
    let report = lines(&crawl(&site, usize::MAX, |_| 0));
    assert_eq!(report, lines(&crawl(&site, usize::MAX, |outstanding| outstanding - 1)));
    assert_eq!(report, lines(&crawl(&site, usize::MAX, |outstanding| input.below(outstanding))));
    // An interrupted crawl has no other pages.
    let interrupted = crawl(&site, most.into(), |_| 0);
    assert!(interrupted.records.len() <= report.len());
}

impl Site {
    fn of(input: &mut Input<'_>) -> Site {
        let size = 1 + input.below(15);
        let max_redirects = input.below(6) as u16;
        let roots: Vec<_> = (0..1 + input.below(3)).map(|_| url(size, input)).collect();
        let roots: Vec<_> = roots.iter().map(String::as_str).collect();
        let options = Options { max_redirects, lenient: input.below(2) == 1, ..web::options(&roots) };
        Site { pages: (0..size).map(|_| Page::of(size, input)).collect(), options }
    }

    fn fetch(&self, target: &Target) -> Outcome {
        let of = |response| web::outcome(target, response, &self.options);
        let page = target.url.path()[1..].parse::<usize>().ok().and_then(|page| self.pages.get(page));
        match page {
            Some(Page::Links(links)) => of(web::page(&links.iter().map(String::as_str).collect::<Vec<_>>())),
            Some(Page::Redirect(next)) => of(web::redirect(next)),
            Some(Page::Missing) | None => of(web::answer(404, "")),
            Some(Page::Fails) => {
                let error = FetchError::new(&target.url, Phase::Reading, 1, Duration::ZERO, Cause::Timeout);
                Outcome::of(target, Err(error), &self.options)
            }
        }
    }
}

impl Page {
    fn of(size: usize, input: &mut Input<'_>) -> Page {
        match input.below(10) {
            0..4 => Page::Links((0..input.below(6)).map(|_| url(size, input)).collect()),
            4..8 => Page::Redirect(url(size, input)),
            8 => Page::Missing,
            _ => Page::Fails,
        }
    }
}

/// Reads a page's URL, in one of several spellings.
fn url(size: usize, input: &mut Input<'_>) -> String {
    let page = input.below(size);
    match input.below(16) {
        0 => format!("/{page}#f"),
        1 => format!("//www.site.example/{page}"),
        2 => format!("//user:pass@site.example:80/{page}"),
        3 => format!("https://site.example/{page}"),
        4 => format!("//b.site.example/{page}"),
        5 => format!("//other.example/{page}"),
        _ => format!("/{page}"),
    }
}

/// Crawls the site with at most `most` fetches. `next` chooses the outstanding target that ends next.
fn crawl(site: &Site, most: usize, mut next: impl FnMut(usize) -> usize) -> Report {
    let mut frontier = Frontier::new(&site.options);
    let mut targets = frontier.roots();
    let mut fetched = HashSet::new();
    while !targets.is_empty() && fetched.len() < most {
        let target = targets.swap_remove(next(targets.len()));
        assert!(fetched.insert(target.url.clone()), "{} is fetched twice", target.url);
        let outcome = site.fetch(&target);
        targets.extend(frontier.settle(target, outcome));
    }
    let report = frontier.into_report();
    assert_eq!(report.unfinished, targets.len());
    assert!(
        report.records.is_sorted_by(|a, b| report_order(&a.url, &b.url).is_lt()),
        "a URL has two records"
    );
    report
}

/// Returns all of a report but its times.
fn lines(report: &Report) -> Vec<String> {
    let line = |record: &Record| {
        let found_on = record.found_on.as_deref().map(Url::as_str);
        format!("{} {} {found_on:?}", record.line(), record.new_links)
    };
    let mut lines: Vec<_> = report.records.iter().map(line).collect();
    lines.push(format!(
        "{} https, as {:?}; {}",
        report.skipped_https.count,
        report.skipped_https.example,
        report.has_root()
    ));
    lines
}
