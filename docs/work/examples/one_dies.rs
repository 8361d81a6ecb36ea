//! `cargo run -p work --example one_dies`
//!
//! Two workers share a crawl of four pages. The first one takes three of them and is killed. It needs `redis-server`.

use std::env;
use std::io::{self, Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::Options;
use practice_site::{Answer, Site};
use test_tools::process::{Process, free_port, serving};
use url::Url;
use work::crawl::run;
use work::shared::{Place, crawl_shared};

/// The least lease.
const LEASE: Duration = Duration::from_secs(1);

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    if let [redis, root] = &arguments[..] {
        return work_on(redis, root);
    }
    let directory = tempfile::tempdir()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
    let mut command = Command::new("redis-server");
    command.args(["--bind", "127.0.0.1", "--save", "", "--port", &address.port().to_string()]);
    let _redis = serving(command, &[address], &directory.path().join("log"));
    let url = format!("redis://{address}");
    let pages = ["/a", "/b", "/c"];
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html("")));
    let site = pages.iter().fold(site, |site, page| site.hold(*page)).start()?;

    let first = worker(&url, &site)?;
    site.wait_until(|site| site.unanswered().len() == 3, Duration::from_secs(60));
    show(&url, "worker 1 waits for three answers:")?;
    drop(first);
    show(&url, "worker 1 is killed:")?;
    let mut second = worker(&url, &site)?;
    site.wait_until(|site| site.requests() == 7, Duration::from_secs(60));
    show(&url, "worker 2 has come, and the lease is over:")?;
    pages.iter().for_each(|page| site.release(page));
    second.0.wait()?;
    show(&url, "worker 2 has ended:")?;
    writeln!(stdout(), "/a was asked for {} times", site.hits("/a"))
}

/// Starts this program as a worker. It is killed when it is dropped.
fn worker(redis: &str, site: &Site) -> io::Result<Process> {
    let mut worker = Command::new(env::current_exe()?);
    worker.args([redis, site.url("/").as_str()]).stdin(Stdio::null()).spawn().map(Process)
}

/// Works on the crawl.
fn work_on(redis: &str, root: &str) -> io::Result<()> {
    let options = Options::new([Url::parse(root).map_err(io::Error::other)?]);
    let place = Place { redis: redis.into(), name: "one dies".into(), lease: LEASE };
    run(crawl_shared(options, &place, Duration::ZERO))?.map(drop)
}

/// Prints which worker has which job, and how often it was handed out; then how many jobs are open.
fn show(redis: &str, when: &str) -> io::Result<()> {
    // The claim of a job is visible before its fetch, and the end of a fetch before its job is settled.
    sleep(Duration::from_millis(100));
    let mut redis = redis::Client::open(redis).map_err(io::Error::other)?;
    let key = |name: &str| format!("crawl:{{one dies}}:{name}");
    let mut pending = redis::cmd("XPENDING");
    pending.arg(key("jobs")).arg("workers").arg("-").arg("+").arg(10);
    let jobs: Vec<(String, String, u64, u64)> = pending.query(&mut redis).map_err(io::Error::other)?;
    let mut open = redis::cmd("HGET");
    let open: u64 = open.arg(key("state")).arg("open").query(&mut redis).map_err(io::Error::other)?;
    writeln!(stdout(), "{when}")?;
    for (_id, worker, _idle, times) in jobs {
        writeln!(stdout(), "  a job of {worker}, handed out {times} times")?;
    }
    writeln!(stdout(), "  open: {open}")
}
