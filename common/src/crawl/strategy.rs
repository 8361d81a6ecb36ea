//! [`Strategy`]: a way to crawl that a stage's program offers.

use std::io;

use crate::crawl::options::Options;
use crate::report::Report;

/// What each stage has: a function that crawls. It fails if it cannot even begin.
pub type Crawl = fn(&Options) -> io::Result<Report>;

/// A way to crawl, as `--strategy` names it.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// What `--strategy` calls it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The crawl.
    pub crawl: Crawl,
    /// What the program does as a child process of such a crawl, over stdin and stdout; if the
    /// strategy has children.
    pub serve: Option<fn() -> io::Result<()>>,
}

impl Strategy {
    /// A strategy that needs no process but its own.
    pub const fn new(name: &'static str, about: &'static str, crawl: Crawl) -> Strategy {
        Strategy { name, about, crawl, serve: None }
    }

    /// The same, for a crawl whose child processes do this.
    pub const fn with_children(self, serve: fn() -> io::Result<()>) -> Strategy {
        Strategy { serve: Some(serve), ..self }
    }
}
