//! A panic in the code that gets one of three pages: in stage 1 it costs the page, in stage 2 the event loop.
//! The fix catches it in stage 2's callback.
//!
//!     cargo run -p demos --bin one_panic
//!     cargo run -p demos --bin one_panic -- fixed

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use common::{Options, Target};
use practice_site::{Answer, Site};
use stage2_callbacks::reactor::Reactor;

/// The paths of three pages, and after how many milliseconds each one comes.
const PAGES: [(&str, u64); 3] = [("/1", 100), ("/2", 200), ("/3", 300)];

fn main() {
    // What is printed below says enough.
    panic::set_hook(Box::new(|_| {}));
    demos::main(wrong, fixed);
}

fn wrong() {
    let site = site();
    threads(&site);
    callbacks(&site, |path| fetched("stage 2", path));
}

fn fixed() {
    callbacks(&site(), |path| {
        if panic::catch_unwind(|| fetched("stage 2", path)).is_err() {
            println!("stage 2: {path} has panicked");
        }
    });
}

fn site() -> Site {
    let mut site = Site::builder();
    for (path, delay) in PAGES {
        site = site.page(path, Answer::html("").after(Duration::from_millis(delay)));
    }
    site.start().unwrap()
}

/// Gets a page. Panics if it is the second one.
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

/// Fetches all pages at once, and calls `fetched` with the path of each. Stops the loop after the last one.
fn callbacks(site: &Site, fetched: impl Fn(&str) + Copy + 'static) {
    let (reactor, options) = (Rc::new(Reactor::new().unwrap()), Arc::new(Options::new([])));
    let in_flight = Rc::new(Cell::new(PAGES.len()));
    for (path, _) in PAGES {
        let target = Target::page(Arc::new(site.url(path)));
        let (in_flight, stops) = (Rc::clone(&in_flight), Rc::clone(&reactor));
        stage2_callbacks::fetch::fetch(target, &options, &reactor, move |target, _| {
            fetched(target.url.path());
            in_flight.set(in_flight.get() - 1);
            if in_flight.get() == 0 {
                stops.stop();
            }
        });
    }
    let run = panic::catch_unwind(AssertUnwindSafe(|| reactor.run()));
    println!("stage 2: the event loop has {}", if run.is_err() { "panicked" } else { "ended" });
}
