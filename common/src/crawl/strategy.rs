//! [`Strategy`]: a way to crawl that a stage's program offers.

use std::io;

use crate::crawl::services::Job;
use crate::report::Report;

/// A function that crawls. It fails only if it cannot start, or if the selector fails.
pub type Crawl = fn(Job) -> io::Result<Report>;

/// A way to crawl, as `--strategy` names it.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description in `--help`.
    pub about: &'static str,
    /// Crawls.
    pub crawl: Crawl,
    /// Whether it fetches https URLs, too.
    pub https: bool,
    /// The most descriptors that a fetch has open.
    pub descriptors: u64,
    /// Runs in each child process, over stdin and stdout; `None` if the strategy has no children.
    pub serve: Option<fn() -> io::Result<()>>,
}

impl Strategy {
    /// Makes a strategy without child processes.
    pub const fn new(name: &'static str, about: &'static str, crawl: Crawl) -> Strategy {
        Strategy { name, about, crawl, https: false, descriptors: 1, serve: None }
    }

    /// Makes it a strategy that fetches https URLs, too.
    pub const fn with_https(self) -> Strategy {
        Strategy { https: true, ..self }
    }

    /// Makes it a strategy whose child processes run `serve`, each with pipes of the parent.
    pub const fn with_children(self, serve: fn() -> io::Result<()>) -> Strategy {
        Strategy { serve: Some(serve), descriptors: 4, ..self }
    }
}
