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

/// Starts a site whose root links to `pages`. Each of them is held until it is released.
fn site(pages: &[&str]) -> Arc<Site> {
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html("")));
    Arc::new(pages.iter().fold(site, |site, page| site.hold(*page)).start().unwrap())
}

/// Crawls, while another thread calls `meanwhile`. Returns how often the workers were polled, and how
/// often the crawl itself.
fn polls(site: &Arc<Site>, max_tasks: usize, meanwhile: impl FnOnce() + Send + 'static) -> (usize, usize) {
    let options = Options { max_tasks, ..Options::new([site.url("/")]) };
    watched(move || {
        let meanwhile = thread::spawn(meanwhile);
        let executor = Executor::new().unwrap();
        let [of_workers, of_crawl] = [(); 2].map(|()| Arc::<AtomicUsize>::default());
        let spawn = |work| executor.spawner().spawn(counted(&of_workers, work)).cancel_on_drop();
        let crawl = Crawl::new(&options, executor.reactor(), spawn);
        executor.run_until_complete(counted(&of_crawl, crawl)).unwrap();
        meanwhile.join().unwrap();
        (of_workers.load(SeqCst), of_crawl.load(SeqCst))
    })
}

/// Fetches another page a few hundred times. In this time, a future that spins is polled very often.
fn let_time_pass(site: &Site) {
    for _ in 0..300 {
        let mut stream = TcpStream::connect(site.address()).unwrap();
        stream.write_all(b"GET /other HTTP/1.0\r\n\r\n").unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn fetches_that_wait_for_an_answer_are_not_polled() {
    let held = ["/a", "/b", "/c", "/d", "/e"];
    let site = site(&held);
    let releases = Arc::clone(&site);
    let (of_workers, of_crawl) = polls(&site, 5, move || {
        wait_until(&releases, |site| site.unanswered().len() == 5);
        let_time_pass(&releases);
        held.iter().for_each(|page| releases.release(page));
    });
    // For each of 6 fetches: the connection, and at most two pieces of the answer. For each of 5 workers:
    // the first poll, and a wake-up for an item that another worker has taken.
    assert!(of_workers <= 6 * 3 + 5 + 5, "{of_workers} polls of 5 workers");
    assert_eq!(of_crawl, 2);
}

#[test]
fn workers_that_wait_for_work_are_not_polled() {
    let site = site(&["/held"]);
    let releases = Arc::clone(&site);
    let (of_workers, _) = polls(&site, 100, move || {
        wait_until(&releases, |site| site.unanswered() == ["/held"]);
        let_time_pass(&releases);
        releases.release("/held");
    });
    // Each of 100 workers has its first poll. Two of them have a fetch.
    assert!(of_workers <= 100 + 2 * 3 + 2, "{of_workers} polls of 100 workers");
}
