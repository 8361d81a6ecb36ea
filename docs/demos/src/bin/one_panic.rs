//! A panic in one of three fetches: in stage 1 it costs a page, in stage 2 it costs the crawl.
//!
//!     cargo run -p demos --bin one_panic

use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Target};
use practice_site::{Answer, Site};
use stage2_callbacks::reactor::Reactor;

/// The paths of three pages, and after how many milliseconds each one comes. The fetch of the second one panics.
const PAGES: [(&str, u64); 3] = [("/1", 100), ("/2", 200), ("/3", 300)];

fn main() {
    // What is printed below says enough.
    panic::set_hook(Box::new(|_| {}));
    let mut site = Site::builder();
    for (path, delay) in PAGES {
        site = site.page(path, Answer::html("").after(Duration::from_millis(delay)));
    }
    let site = site.start().unwrap();
    threads(&site);
    callbacks(&site);
}

/// Panics if `path` is the second page.
fn fetched(stage: &str, path: &str) {
    assert_ne!(path, "/2");
    println!("{stage}: {path} is fetched");
}

fn threads(site: &Site) {
    let options = Options::new(PAGES.map(|(path, _)| site.url(path)));
    let crawled = stage1_blocking::crawl::crawl_with(&options, |target, options| {
        let response = stage1_blocking::fetch::fetch(target, options)?;
        fetched("stage 1", target.url.path());
        Ok(response)
    });
    for record in crawled.unwrap().records {
        let kind = record.error.map_or("page", |error| error.cause.kind());
        println!("stage 1: the report has {}: {kind}", record.url.path());
    }
}

fn callbacks(site: &Site) {
    let (reactor, options) = (Rc::new(Reactor::new().unwrap()), Arc::new(Options::new([])));
    for (path, _) in PAGES {
        let target = Target::page(Arc::new(site.url(path)));
        stage2_callbacks::fetch::fetch(target, &options, &reactor, |target, _| {
            fetched("stage 2", target.url.path());
        });
    }
    let run = panic::catch_unwind(AssertUnwindSafe(|| reactor.run()));
    println!("stage 2: the event loop has {}", if run.is_err() { "panicked" } else { "ended" });
}
