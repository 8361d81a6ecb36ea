//! `cargo run -p work --example stuck`
//!
//! Four crawls of which three are stuck, and what their status and their log say.

use std::future::ready;
use std::io::{self, Write, stdout};
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;

use common::{Around, Options, Services};
use practice_site::{Answer, Site};
use tokio::runtime::Builder;
use url::Url;
use work::crawl::crawl_until;
use work::hosts::Hosts;
use work::log::{self, Format};
use work::watch::{self, Watch};

/// The time between two reports.
const SECOND: Duration = Duration::from_secs(1);

fn main() -> io::Result<()> {
    let pages = || Site::builder().content(|_| Some(Answer::html("")));
    let slow = pages().latency(Duration::from_millis(100)).start()?;
    show("each page takes 100 ms:", services(&slow.url("/")), SECOND)?;

    show("a hook blocks a thread:", services(&slow.url("/blocks/")), 2 * SECOND)?;

    let silent = Site::builder().content(|_| Some(Answer::silent())).start()?;
    show("the server is silent:", services(&silent.url("/")), 2 * SECOND)?;

    log::init(Some(Format::Text), None)?;
    let nothing = Url::parse("http://127.0.0.1:1/").map_err(io::Error::other)?;
    let mut services_of_no_host = services(&nothing);
    services_of_no_host.options.max_tries = 1;
    show("nothing listens on the port, and --log is on:", services_of_no_host, SECOND)
}

/// Makes the services of a crawl of 1,000 pages below `root`.
fn services(root: &Url) -> Services {
    let pages = (0..1000).filter_map(|page| root.join(&page.to_string()).ok());
    Services::new(Options::new(pages))
}

/// Crawls for as long as this, and a little longer.
fn show(what: &str, mut services: Services, time: Duration) -> io::Result<()> {
    writeln!(stdout(), "{what}")?;
    let (watch, interrupt) = (Watch::over(&mut services), services.interrupt.clone());
    let hosts = Hosts::over(&mut services);
    services.door.add(Arc::new(Blocks));
    spawn(move || {
        sleep(time + SECOND / 2);
        interrupt.trigger();
    });
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let _watched = watch::every(SECOND, move || ready(watch.status()));
        crawl_until(services.into(), hosts, Duration::ZERO).await;
    });
    runtime.shutdown_background();
    Ok(())
}

/// Blocks a thread when one of the pages begins.
struct Blocks;

impl Around for Blocks {
    fn fetch_starts(&self, url: &Arc<Url>) {
        if url.path() == "/blocks/10" {
            sleep(2 * SECOND);
        }
    }
}
