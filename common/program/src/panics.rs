//! Panics in one printable line each, because a message may contain text from a server.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{Write, stderr};
use std::panic::{self, PanicHookInfo};

use common::text::{panic_message, printable};

/// Makes this process print each panic in one line, with a backtrace if backtraces are on.
pub fn print_panics() {
    panic::set_hook(Box::new(|panic| {
        let _ = writeln!(stderr(), "{}", panic_line(panic));
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = writeln!(stderr(), "{backtrace}");
        }
    }));
}

/// Returns the line for a panic.
pub fn panic_line(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
    format!("panicked{place}: {}", printable(panic_message(panic.payload())))
}
