//! [`Args`]: the options of the command line, and the parsers of their values. The error of each parser says what is expected.

use std::fmt::Display;
use std::fs;
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use common::Options;
use common::crawl::options::{Checks, MAX_TASKS};
use common::crawl::root::{Root, parse_root};
use regex_lite::Regex;

/// Crawls web sites, from the given URLs on, and reports what it found.
///
/// Without a URL, it crawls the built-in practice site.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 80)]
pub struct Args {
    /// Where to start; the scheme may be left out
    #[arg(value_name = "URL", value_parser = parse_root)]
    pub roots: Vec<Root>,
    /// Follow links to all hosts of a root's domain, such as *.example.co.uk
    #[arg(long)]
    pub lenient: bool,
    /// Leave out URLs that match, with or without their fragments; may be repeated
    #[arg(long, value_name = "REGEX", value_parser = |text: &str| Regex::new(text))]
    pub exclude: Vec<Regex>,
    /// Trust the certificates in this file, in PEM, beside those of the system
    #[arg(long, value_name = "FILE", value_parser = certificates)]
    pub ca: Option<Arc<[u8]>>,
    /// Connect to public addresses only, to no private network
    #[arg(long)]
    pub public_only: bool,
    /// The most URLs to fetch [default: no limit]
    #[arg(long, value_name = "N", value_parser = whole(1_usize))]
    pub max_pages: Option<usize>,
    /// The most redirects to follow from one link
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.max_redirects, value_parser = whole(0_u16))]
    pub max_redirects: u16,
    /// The most tries for a URL when the network fails, or a server asks for a pause
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.max_tries, value_parser = whole(1_u32))]
    pub max_tries: u32,
    /// The way to wait
    #[arg(long, value_name = "NAME")]
    pub strategy: String,
    /// The most fetches in flight at once, up to 10000
    #[arg(long, value_name = "N", default_value_t = DEFAULTS.max_tasks, value_parser = tasks)]
    pub max_tasks: usize,
    /// Fetch the robots.txt of each host first, and obey it
    #[arg(long)]
    pub obey_robots: bool,
    /// The least time between the starts of two requests to one host
    #[arg(long, value_name = "MS", default_value = "0", value_parser = |text: &str| whole(0)(text).map(Duration::from_millis))]
    pub delay: Duration,
    /// The longest pause to make when a server asks for one (429, or 503 with Retry-After); it is asked again then
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULTS.max_wait.as_secs(), value_parser = whole(0_u64))]
    pub max_wait: u64,
    /// The time limit of one try, from the DNS lookup to the last byte
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULTS.timeout.as_secs_f64(), value_parser = seconds)]
    pub timeout: f64,
    /// The largest body of a page to accept
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULTS.max_body, value_parser = whole(0_usize))]
    pub max_body: usize,
    /// Print only what is broken, and the pages that link to it; in text on stdout, even if --output names a file
    #[arg(long)]
    pub check: bool,
    /// Statuses that are not broken, such as 403,429
    #[arg(long, value_name = "STATUS", value_delimiter = ',', value_parser = status, requires = "check")]
    pub accept: Vec<u16>,
    /// Check links to other sites, too: only their status, once each, at most 2
    /// at a time per host, whatever its robots.txt says
    #[arg(long)]
    pub check_external: bool,
    /// Report links whose #fragment has no target in the page
    #[arg(long)]
    pub fragments: bool,
    /// How to write the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the report to this file, once it is complete
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Save progress in this file; after an interrupt or a crash, the same command
    /// continues from there, and the total time covers its last run only
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Log each fetch to stderr, and report each URL in a line
    #[arg(short, long)]
    pub verbose: bool,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Fetch what a parent process asks for on stdin
    #[arg(long, hide = true)]
    pub child: bool,
}

/// The options of a crawl for which the command line says nothing.
static DEFAULTS: LazyLock<Options> = LazyLock::new(|| Options::new([]));

impl Args {
    /// Returns the options of a crawl with or without https. Roots may be missing; those without a scheme have `http`.
    pub fn options(&self, https: bool) -> Options {
        Options {
            https,
            ca: self.ca.as_deref().unwrap_or_default().to_vec(),
            max_wait: Duration::from_secs(self.max_wait),
            lenient: self.lenient,
            exclude: self.exclude.clone(),
            public_only: self.public_only,
            max_pages: self.max_pages,
            max_redirects: self.max_redirects,
            max_tries: self.max_tries,
            obey_robots: self.obey_robots,
            delay: self.delay,
            timeout: Duration::from_secs_f64(self.timeout),
            max_tasks: self.max_tasks,
            max_body: self.max_body,
            checks: Checks {
                backlinks: self.check || self.format == Format::Junit,
                external: self.check_external,
                fragments: self.fragments,
            },
            roots: self.roots.iter().map(|root| root.url.clone()).collect(),
        }
    }
}

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: what failed on a terminal, else each URL in a line
    Text,
    /// For programs: a record for each URL
    Json,
    /// For CI servers: JUnit's XML, a test case for each URL
    Junit,
}

/// A year. It is long enough, and a clock can add it without an overflow.
const YEAR: Duration = Duration::from_secs(31_536_000);

/// Returns a parser of whole numbers from `least` on.
fn whole<N>(least: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + Display + FromStr<Err = ParseIntError> + PartialOrd,
{
    move |text| match text.parse::<N>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err("too large".into()),
        _ => Err(format!("expected a whole number from {least} on")),
    }
}

/// Reads a file of certificates in PEM, which must have one. Without TLS, they are of no use, and not checked.
fn certificates(path: &str) -> Result<Arc<[u8]>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    #[cfg(feature = "tls")]
    if crate::tls::certificates(&bytes).map_err(|error| error.to_string())?.is_empty() {
        return Err("no certificate in PEM".into());
    }
    Ok(bytes.into())
}

/// Parses a number of fetches in flight.
fn tasks(text: &str) -> Result<usize, String> {
    match whole(1)(text)? {
        tasks @ ..=MAX_TASKS => Ok(tasks),
        _ => Err(format!("must be at most {MAX_TASKS}")),
    }
}

/// Parses a status of a failure.
fn status(text: &str) -> Result<u16, String> {
    let status = text.parse().ok().filter(|status| (400..1000).contains(status));
    status.ok_or("expected statuses from 400 to 999, separated by commas".into())
}

/// Parses a time in seconds, which may have a fraction.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|_| "expected a number of seconds, such as 0.5")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= YEAR => Ok(seconds),
        _ => Err("must be over 0 and at most 31536000 (a year)".into()),
    }
}
