//! Panics in one printable line each, because a message may contain text from a server.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{Write, stderr};
use std::panic;

use common::text::{panic_message, printable};

/// Makes this process print each panic in one line, with a backtrace if backtraces are on.
pub fn print_panics() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
        let message = printable(panic_message(panic.payload()));
        let _ = writeln!(stderr(), "panicked{place}: {message}");
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            let _ = writeln!(stderr(), "{backtrace}");
        }
    }));
}
