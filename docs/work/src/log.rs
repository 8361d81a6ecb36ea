//! The log: events of `tracing` on stderr, if [`init`] has begun it. Without it, `say!` prints a line.

use std::env;
use std::fmt::Display;
use std::io::{self, StderrLock, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use program::progress::{CLEAR, has_escapes};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, registry};

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: a line for each event
    Text,
    /// For programs: an object for each event
    Json,
}

/// What else may observe the events.
pub type Console = Box<dyn Layer<Registry> + Send + Sync>;

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Begins the log if there is a `format` or the environment has a `RUST_LOG`, which chooses the events; else it has those from
/// `info` on. The `console` observes the events in any case.
///
/// # Errors
/// If `RUST_LOG` cannot be read.
pub fn init(format: Option<Format>, console: Option<Console>) -> io::Result<()> {
    let is_on = format.is_some() || env::var_os(EnvFilter::DEFAULT_ENV).is_some_and(|text| !text.is_empty());
    IS_ON.store(is_on, Relaxed);
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::INFO.into()).from_env();
    let filter = filter.map_err(|error| io::Error::other(format!("RUST_LOG: {error}")))?;
    let log = fmt::layer().with_writer(cleared);
    let log = if format == Some(Format::Json) { log.json().boxed() } else { log.boxed() };
    if is_on || console.is_some() {
        registry().with(console).with(is_on.then_some(log.with_filter(filter))).init();
    }
    Ok(())
}

/// Returns whether the log is on.
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// Says what a person should know: as a warning in the log, or in a line on stderr with the name of this package.
macro_rules! say {
    ($($what:tt)*) => {
        if $crate::log::is_on() {
            tracing::warn!($($what)*);
        } else {
            $crate::log::print_line(format_args!($($what)*));
        }
    };
}
pub(crate) use say;

pub(crate) fn print_line(what: impl Display) {
    let _ = cleared().write_all(format!("{}: {what}\n", env!("CARGO_PKG_NAME")).as_bytes());
}

/// Returns stderr without the progress on a terminal, which draws itself again. If that fails, the crawl goes on all the same.
fn cleared() -> StderrLock<'static> {
    let mut out = stderr().lock();
    if has_escapes() {
        let _ = out.write_all(CLEAR.as_bytes());
    }
    out
}
