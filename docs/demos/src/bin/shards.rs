//! One executor for each core: each thread crawls the hosts of its shard.

use std::thread;

use common::Options;
use practice_site::{Generated, Site};
use stage3_futures::crawl;
use url::Url;

const CORES: usize = 2;

fn main() {
    let sites: Vec<Site> = [10, 20, 30, 40].map(start).into();
    let mut shards = vec![Vec::new(); CORES];
    for (host, site) in sites.iter().enumerate() {
        // With names for its hosts, a crawl takes a hash of the name.
        shards[host % CORES].push(site.url("/"));
    }
    thread::scope(|scope| {
        let threads = shards.into_iter().map(|roots| scope.spawn(|| crawl_shard(roots)));
        for (shard, thread) in threads.collect::<Vec<_>>().into_iter().enumerate() {
            println!("shard {shard}: {}", thread.join().unwrap());
        }
    });
}

/// Crawls with an executor and a reactor that never leave this thread.
fn crawl_shard(roots: Vec<Url>) -> String {
    let hosts = roots.len();
    let report = crawl(Options::new(roots).into()).unwrap();
    format!("{hosts} hosts, {} pages", report.summary().pages)
}

/// Starts a host with so many pages.
fn start(pages: usize) -> Site {
    let site = Generated { pages, links: 3, size: 1000 };
    Site::builder().content(move |path: &str| site.answer(path)).start().unwrap()
}
