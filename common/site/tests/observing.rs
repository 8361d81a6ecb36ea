//! What the site knows about its visitors.

mod site_client;

use std::thread;
use std::time::Duration;

use practice_site::{Answer, Site};
use site_client::{HUNG, anything, ask, get};

#[test]
fn an_answer_is_counted_before_its_client_can_read_it() {
    let site = anything().start().unwrap();
    for n in 1..200 {
        let stream = ask(&site, "/");
        let mut bytes = [0; 1024];
        while !bytes.windows(5).any(|window| window == b"hello") {
            stream.peek(&mut bytes).unwrap();
        }
        assert_eq!((site.requests_open(), site.requests()), (0, n));
    }
    assert_eq!(site.most_open(), 1);
}

#[test]
fn a_delay_of_an_answer_takes_precedence_over_the_latency() {
    let page = Answer::html("hello").after(Duration::ZERO);
    let site = Site::builder().page("/", page).latency(HUNG * 100).start().unwrap();
    assert!(get(&site, "/").ends_with("hello"));
}

#[test]
fn the_log_has_each_visit_in_order_and_hits_are_counted_for_each_path_and_query() {
    let site = anything().start().unwrap();
    let visited = ["/b?x", "/a", "/a", "/b"];
    for path in visited {
        get(&site, path);
    }
    assert_eq!(["/a", "/b", "/b?x", "/c"].map(|path| site.hits(path)), [2, 1, 1, 0]);
    assert_eq!(site.paths(), ["/a", "/b", "/b?x"]);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
    let log = site.log();
    let paths: Vec<_> = log.iter().filter_map(|visit| visit.path.as_deref()).collect();
    assert_eq!(paths, visited);
    for (n, visit) in log.iter().enumerate() {
        assert_eq!(visit.connection, n as u64);
        let times = [Some(visit.accepted), visit.requested, visit.first_byte, visit.answered, visit.ended];
        assert!(times.is_sorted() && times.iter().all(Option::is_some), "{visit:?}");
    }
}

#[test]
fn a_wait_ends_with_the_change_that_fulfils_its_condition() {
    let site = anything().start().unwrap();
    thread::scope(|scope| {
        let waiter = scope.spawn(|| site.wait_until(|site| site.hits("/x") == 100, HUNG));
        for _ in 0..100 {
            get(&site, "/x");
        }
        assert!(waiter.join().unwrap());
    });
    assert!(!site.wait_until(|site| site.hits("/x") == 101, Duration::from_millis(1)));
}
