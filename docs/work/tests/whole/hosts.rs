//! A host that does not answer is left alone. If its pages waited in workers, ten of them would hold all workers.

use std::thread;
use std::time::Duration;

use common::{Options, Services};
use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::process::free_port;
use url::Url;
use work::crawl::crawl_until;
use work::hosts::Hosts;

#[test]
fn a_host_that_does_not_answer_holds_no_worker() {
    let pages = (0..100).map(|page| format!("/{page}"));
    let site =
        Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html(""))).start().unwrap();
    let silent = Url::parse(&format!("http://127.0.0.1:{}/", free_port())).unwrap();
    let roots = (0..100).map(|page| silent.join(&page.to_string()).unwrap()).chain([site.url("/")]);
    let mut services = Services::new(Options { max_tries: 1, ..Options::new(roots) });
    let (hosts, interrupt) = (Hosts::over(&mut services), services.interrupt.clone());
    let crawl = thread::spawn(|| work::drain::run(crawl_until(services.into(), hosts, Duration::ZERO)));
    wait_until(&site, |site| site.answers() == 101);
    interrupt.trigger();
    let report = crawl.join().unwrap().unwrap();
    assert!(
        report.records.len() < 150,
        "after 20 failures, the other host is left alone: {}",
        report.records.len()
    );
}
