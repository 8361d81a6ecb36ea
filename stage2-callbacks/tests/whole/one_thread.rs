//! One thread does all the work, however many fetches are in flight.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread;

use common::Options;
use common::crawl::options::Hook;
use practice_site::{Answer, Site};
use stage2_callbacks::crawl;

#[test]
fn every_response_is_handled_on_the_thread_that_called_crawl() {
    let pages: Vec<_> = (0..50).map(|page| format!("/{page}")).collect();
    let builder = Site::builder().page("/", Answer::links(&pages)).content(|_| Some(Answer::html("")));
    let site = builder.start().unwrap();
    let threads = Arc::new(Mutex::new(HashSet::new()));
    let seen = Arc::clone(&threads);
    let hook = Hook::new(move |_, _| {
        seen.lock().unwrap().insert(thread::current().id());
    });
    crawl(&Options { on_response: Some(hook), ..Options::new([site.url("/")]) }).unwrap();
    assert_eq!(*threads.lock().unwrap(), HashSet::from([thread::current().id()]));
}
