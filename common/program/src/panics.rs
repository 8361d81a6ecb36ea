//! Panics, printed in one line each, like anything that may quote a stranger.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{Write, stderr};
use std::panic::{self, PanicHookInfo};

use common::text::{panic_message, printable};

/// Prints the panics of this process from now on in one line each, and with a backtrace where backtraces are on.
pub fn print_panics() {
    panic::set_hook(Box::new(|panic| {
        let _ = writeln!(stderr(), "{}", panic_line(panic));
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = writeln!(stderr(), "{backtrace}");
        }
    }));
}

/// Returns the line that tells of a panic.
pub fn panic_line(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("panicked{place}: {}", printable(panic_message(panic.payload())))
}
