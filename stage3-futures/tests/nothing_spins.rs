//! Who waits costs nothing: it is polled when something has happened, and not before.

mod tools;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use common::site::{Answer, Site};
use common::{Options, Report};
use stage3_futures::crawl::Crawl;
use stage3_futures::executor::Executor;
use tools::{HUNG, counted, watched};

/// Crawls the site, and returns how often its workers, and the crawl itself, were polled.
fn polls(site: &Arc<Site>, max_tasks: usize) -> (Report, usize, usize) {
    let options = Options { max_tasks, timeout: HUNG, ..Options::new([site.url("/")]) };
    watched(move || {
        let executor = Executor::new().unwrap();
        let (of_workers, of_crawl) = (Arc::default(), Arc::default());
        let spawn = |work| executor.spawner().spawn(counted(&of_workers, work)).cancel_on_drop();
        let crawl = Crawl::new(&options, executor.reactor(), spawn);
        let report = executor.run_until_complete(counted(&of_crawl, crawl)).unwrap();
        let count = |polls: Arc<AtomicUsize>| polls.load(SeqCst);
        (report, count(of_workers), count(of_crawl))
    })
}

/// Keeps the site busy for others, while the crawl has nothing to do but to wait.
fn pass_time(site: &Site) {
    for _ in 0..200 {
        let mut stream = std::net::TcpStream::connect(site.address()).unwrap();
        std::io::Write::write_all(&mut stream, b"GET /other HTTP/1.0\r\n\r\n").unwrap();
        std::io::Read::read_to_end(&mut stream, &mut Vec::new()).unwrap();
    }
}
