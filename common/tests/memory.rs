//! The memory that the frontier needs.

mod web;

use allocation_counter::measure;
use common::{Frontier, Options, Target};

use web::{outcome, page};

const COUNT: usize = 10_000;

/// Returns how many bytes `run` leaves in use for each URL.
fn bytes_each(run: impl FnOnce()) -> f64 {
    measure(run).bytes_current as f64 / COUNT as f64
}

/// Settles a page that links to all the others, whose URLs have 60 bytes each.
fn settle_front_page(frontier: &mut Frontier, options: &Options) -> Vec<Target> {
    let path = |number| format!("/a/path/of/a/common/length/page-{number:09}");
    let paths = (0..COUNT).map(path).collect::<Vec<_>>();
    let links = paths.iter().map(String::as_str).collect::<Vec<_>>();
    let front = frontier.roots().remove(0);
    let outcome = outcome(&front, page(&links), options);
    frontier.settle(front, outcome)
}

#[test]
fn a_url_that_has_been_seen_costs_at_most_200_bytes() {
    let options = Options { max_pages: Some(1), ..web::options(&["/"]) };
    let mut frontier = Frontier::new(&options);
    let each = bytes_each(|| assert_eq!(settle_front_page(&mut frontier, &options), []));
    assert_eq!(frontier.into_report().beyond_max_pages, COUNT);
    assert!(each <= 200.0, "{each}");
}

#[test]
fn a_page_that_has_been_fetched_costs_at_most_400_bytes() {
    let options = web::options(&["/"]);
    let mut frontier = Frontier::new(&options);
    let each = bytes_each(|| {
        for target in settle_front_page(&mut frontier, &options) {
            let outcome = outcome(&target, page(&["/", "/a/path"]), &options);
            frontier.settle(target, outcome);
        }
    });
    assert!(each <= 400.0, "{each}");
}
