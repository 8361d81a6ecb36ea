//! The pool: threads are started as they are needed, and a panic costs one page.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread;

use common::Options;
use common::crawl::options::Hook;
use practice_site::{Answer, Site};
use stage1_blocking::crawl;

/// Crawls the site, and returns the names of the threads that fetched a page.
fn workers(site: &Site, max_tasks: usize) -> HashSet<String> {
    let names = Arc::new(Mutex::new(HashSet::new()));
    let seen = Arc::clone(&names);
    let hook = Hook::new(move |_, _| {
        let name = thread::current().name().unwrap_or("no name").to_owned();
        seen.lock().unwrap().insert(name);
    });
    let options = Options { max_tasks, on_response: Some(hook), ..Options::new([site.url("/")]) };
    crawl(&options).expect("a thread");
    names.lock().unwrap().clone()
}

fn wide_site(pages: usize) -> Site {
    let pages: Vec<_> = (0..pages).map(|page| format!("/{page}")).collect();
    let builder = Site::builder().page("/", Answer::links(&pages));
    pages
        .iter()
        .fold(builder, |builder, page| builder.page(page, Answer::html("")))
        .start()
        .expect("a socket")
}

#[test]
fn one_page_needs_one_thread() {
    let names = workers(&wide_site(0), 10);
    assert_eq!(names, HashSet::from(["worker 1".to_owned()]));
}

#[test]
fn many_pages_need_at_most_max_tasks_threads() {
    let names = workers(&wide_site(100), 4);
    assert!((1..=4).contains(&names.len()), "{names:?}");
}

#[test]
fn a_worker_goes_on_after_a_panic() {
    let site = wide_site(20);
    let hook = Hook::new(|url, _| assert_ne!(url.path(), "/7", "this page is bad luck"));
    let options = Options { max_tasks: 1, on_response: Some(hook), ..Options::new([site.url("/")]) };
    let report = crawl(&options).expect("a thread");
    let failed: Vec<_> = report.records.iter().filter_map(|record| record.failure()).collect();
    assert_eq!((report.records.len(), failed), (21, vec!["panic".to_owned()]));
}
