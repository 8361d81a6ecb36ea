//! A future that waits is not polled before something has happened.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;

use common::Options;
use contract::wait_until;
use practice_site::{Answer, Site};
use stage3_futures::crawl::Crawl;
use stage3_futures::executor::Executor;
use test_tools::future::counted;
use test_tools::watchdog::watched;

const HELD: [&str; 5] = ["/a", "/b", "/c", "/d", "/e"];

/// Waits until all pages are held, and lets time pass before it releases them: it fetches another page a few hundred
/// times. Meanwhile, a future that spins is polled very often.
fn release_late(site: &Site) {
    wait_until(site, |site| site.unanswered().len() == HELD.len());
    for _ in 0..300 {
        let mut stream = TcpStream::connect(site.address()).unwrap();
        stream.write_all(b"GET /other HTTP/1.0\r\n\r\n").unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
    HELD.iter().for_each(|page| site.release(page));
}

#[test]
fn workers_that_wait_for_work_or_for_an_answer_are_not_polled() {
    let site = Site::builder().page("/", Answer::links(HELD)).content(|_| Some(Answer::html("")));
    let site = Arc::new(HELD.iter().fold(site, |site, page| site.hold(*page)).start().unwrap());
    let options = Options { max_tasks: 100, ..Options::new([site.url("/")]) };
    let (of_workers, of_crawl) = watched(move || {
        let releasing = thread::spawn(move || release_late(&site));
        let executor = Executor::new().unwrap();
        let [of_workers, of_crawl] = [(); 2].map(|()| Arc::<AtomicUsize>::default());
        let spawn = |work| executor.spawner().spawn(counted(&of_workers, work)).cancel_on_drop();
        let crawl = Crawl::new(options.into(), executor.reactor(), spawn);
        executor.run_until_complete(counted(&of_crawl, crawl)).unwrap();
        releasing.join().unwrap();
        (of_workers.load(SeqCst), of_crawl.load(SeqCst))
    });
    // Each of 100 workers has its first poll. Each of 6 fetches waits a few times, and so does each of 5 items.
    assert!(of_workers < 200, "{of_workers} polls of 100 workers");
    assert_eq!(of_crawl, 2);
}
