//! What mdBook complains of: it writes a log, and goes on.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::Level;
use tracing::subscriber::{DefaultGuard, set_default};

/// The log of warnings and errors.
#[derive(Clone, Default)]
pub struct Warnings(Arc<Mutex<Vec<u8>>>);

/// Listens to the log, from now on and on this thread.
pub fn listen() -> (Warnings, DefaultGuard) {
    let warnings = Warnings::default();
    let log = warnings.clone();
    let subscriber = tracing_subscriber::fmt().with_max_level(Level::WARN).with_ansi(false).without_time();
    (warnings, set_default(subscriber.with_writer(move || log.clone()).finish()))
}

impl Warnings {
    /// Returns a line for each.
    pub fn lines(&self) -> Vec<String> {
        let log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&log).lines().map(str::to_owned).collect()
    }
}

impl Write for Warnings {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
