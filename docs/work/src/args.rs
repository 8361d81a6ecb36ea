//! [`More`]: what the command line has beside that of the stages.

use std::future::ready;
use std::io;
use std::time::Duration;

use clap::value_parser;
use common::{Job, Report, Strategy};

use crate::crawl::crawl_until;
use crate::drain::run;
use crate::hosts::Hosts;
use crate::log::{self, Console};
use crate::shared::{Server, Sharing, crawl_shared};
use crate::watch::{self, Watch};

/// The options that only this crawl has.
#[derive(Debug, clap::Args)]
pub struct More {
    /// The time that fetches in flight have to end after Ctrl-C or SIGTERM; at a
    /// second signal, the program exits without a report
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds::<0>)]
    pub drain: Duration,
    /// Share the crawl through this Redis: the same command on any number of machines
    /// is one crawl, which goes on if some of them die. The URL comes from the environment
    /// variable REDIS_URL, or is written as --redis=URL, without a password
    #[arg(long, value_name = "URL", value_parser = Server::of, num_args = 0..=1, require_equals = true,
        default_missing_value = "", conflicts_with = "resume")]
    pub redis: Option<Server>,
    /// The name of the crawl in Redis, where it is kept for a day
    #[arg(long, value_name = "NAME", default_value = "crawl", value_parser = name, requires = "redis")]
    pub name: String,
    /// How long a worker may give no sign before others take its pages
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds::<1>, requires = "redis")]
    pub lease: Duration,
    /// A page with which so many workers have died is a failure
    #[arg(long, value_name = "COUNT", default_value = "3", value_parser = value_parser!(u32).range(2..), requires = "redis",
        alias = "handouts")]
    pub deaths: u32,
    /// Log to stderr; the environment variable RUST_LOG chooses what, such as debug
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub log: Option<log::Format>,
    /// Let tokio-console look at the tasks
    #[arg(long)]
    pub console: bool,
}

impl program::More for More {
    const HTTPS_BY: &'static str = "work";

    /// Crawls, and returns the report. Reports its status unless it is to be `quiet`.
    ///
    /// # Errors
    /// If the runtime cannot be started, the program has no console, or the crawl cannot be shared.
    fn crawl(&self, _strategy: &Strategy, quiet: bool, mut job: Job) -> io::Result<Report> {
        log::init(self.log, self.console.then(console).transpose()?)?;
        let watch = Watch::over(&mut job.services);
        if let Some(server) = self.redis.clone() {
            let sharing = Sharing { server, name: self.name.clone(), lease: self.lease, deaths: self.deaths };
            return run(crawl_shared(job.services, &sharing, self.drain, quiet))?;
        }
        let hosts = Hosts::over(&mut job.services);
        run(async {
            let _watched = (!quiet).then(|| watch::every(watch::PERIOD, move || ready(watch.status())));
            crawl_until(job, hosts, self.drain).await
        })
    }
}

/// Starts the server to which tokio-console connects, on its usual port on loopback.
fn console() -> io::Result<Console> {
    #[cfg(feature = "console")]
    return Ok(Box::new(console_subscriber::spawn()));
    #[cfg(not(feature = "console"))]
    Err(io::Error::other(
        "a console needs RUSTFLAGS='--cfg tokio_unstable' cargo run -p work --features console -- --console",
    ))
}

/// Checks the name of a crawl, which Redis has in braces.
fn name(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && !text.contains(['{', '}']);
    if is_name { Ok(text.to_owned()) } else { Err("it is empty or has a brace".to_owned()) }
}

/// Parses a time in seconds. A day is the most, because Redis keeps a crawl for that long.
fn seconds<const LEAST: u64>(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number of seconds".to_owned())?;
    let is_time = (LEAST as f64..86400.0).contains(&seconds);
    if is_time { Ok(Duration::from_secs_f64(seconds)) } else { Err(format!("it is not {LEAST} to 86399")) }
}
