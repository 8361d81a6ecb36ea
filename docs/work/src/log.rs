//! The log: events of `tracing` on stderr, if [`init`] has begun it. Without it, [`say`] prints a line.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tracing::level_filters::LevelFilter;
use tracing::warn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: a line for each event
    Text,
    /// For programs: an object for each event
    Json,
}

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Begins the log if there is a `format` or the environment has a `RUST_LOG`, which chooses the events; else it has those from
/// `info` on. With `console`, starts the server to which tokio-console connects, on its usual port on loopback.
///
/// # Errors
/// If `RUST_LOG` cannot be read, or the program has no console.
pub fn init(format: Option<Format>, console: bool) -> io::Result<()> {
    let is_on = format.is_some() || env::var_os(EnvFilter::DEFAULT_ENV).is_some_and(|text| !text.is_empty());
    IS_ON.store(is_on, Relaxed);
    let filter = EnvFilter::builder().with_default_directive(LevelFilter::INFO.into()).from_env();
    let filter = filter.map_err(|error| io::Error::other(format!("RUST_LOG: {error}")))?;
    let log = fmt::layer().with_writer(|| Stderr);
    let log = match format {
        Some(Format::Json) => log.json().with_filter(filter).boxed(),
        _ => log.with_filter(filter).boxed(),
    };
    let log = registry().with(is_on.then_some(log));
    #[cfg(feature = "console")]
    let log = log.with(console.then(console_subscriber::spawn));
    #[cfg(not(feature = "console"))]
    if console {
        let has_it = "RUSTFLAGS='--cfg tokio_unstable' cargo run -p work --features console -- --console";
        return Err(io::Error::other(format!("built without the console; this has it: {has_it}")));
    }
    if is_on || console {
        log.init();
    }
    Ok(())
}

/// Returns whether the log is on.
pub fn is_on() -> bool {
    IS_ON.load(Relaxed)
}

/// Says what a person should know: as a warning in the log, or in a line on stderr.
pub fn say(what: impl Display) {
    if is_on() {
        warn!("{what}");
    } else {
        // If that fails, the crawl goes on all the same.
        let _ = Stderr.write_all(format!("work: {what}\n").as_bytes());
    }
}

/// Writes each line in place of the progress on a terminal, which draws itself again.
struct Stderr;

impl Write for Stderr {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut out = stderr().lock();
        if out.is_terminal() {
            out.write_all(b"\r\x1b[K")?;
        }
        out.write_all(line).map(|()| line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
