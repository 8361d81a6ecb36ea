//! [`More`]: what the command line has beside that of the stages.

use std::io;
use std::time::Duration;

use common::{Options, Report};

use crate::crawl::{crawl_until, run};
use crate::observe::serve_console;

/// The options that only this crawl has.
#[derive(Debug, clap::Args)]
pub struct More {
    /// The time that fetches in flight have to end after Ctrl-C or SIGTERM; at a
    /// second signal, the program exits without a report
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub drain: Duration,
    /// Let tokio-console look at the tasks
    #[arg(long)]
    pub console: bool,
}

impl More {
    /// Crawls, and returns the report.
    ///
    /// # Errors
    /// If the runtime cannot be started, or the program has no console.
    pub fn crawl(&self, options: &Options) -> io::Result<Report> {
        if self.console {
            serve_console()?;
        }
        run(crawl_until(options.clone(), self.drain))
    }
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "it is not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
