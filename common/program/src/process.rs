//! What the process asks of the system: a line for each panic, a call at Ctrl-C, and descriptors.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write, stderr};
use std::panic;

use common::text::{number, panic_message, printable};
use common::{Options, Strategy};

use crate::say::say;

/// How many descriptors are for what is not a fetch: the terminal, the selector, files, lookups of names.
const OTHERS: u64 = 24;

/// Makes this process print each panic in one printable line, because a message may contain text from a server. A backtrace follows if
/// backtraces are on.
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

/// Raises the limit on descriptors, and returns how many fetches may be in flight: as many as the options say, unless that
/// is more than the limit allows. Then it says so.
pub fn max_tasks(stage: &str, options: &Options, strategy: &Strategy, has_site: bool) -> usize {
    // Where the limit is unknown, it is none.
    let limit = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
    // The practice site has the other end of each connection.
    let of_fetch = strategy.descriptors + u64::from(has_site);
    let most = limit.saturating_sub(OTHERS) / of_fetch;
    let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
    if most < options.max_tasks {
        let requests = number(most, "request");
        say(stage, format_args!("at most {requests} in flight, because of the limit of {limit} descriptors"));
    }
    options.max_tasks.min(most)
}

/// Calls `handler` at each Ctrl-C. On Unix, it calls it at SIGINT, SIGTERM and SIGHUP.
///
/// A signal that is ignored from the start stays ignored: SIGHUP after `nohup`, SIGINT in a background job of a script.
///
/// # Errors
/// If no handler can be set.
pub fn on_signal(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    let ignored = unix::ignored();
    ctrlc::set_handler(handler).map_err(io::Error::other)?;
    #[cfg(unix)]
    for signal in ignored {
        let _ = unix::ignore(signal);
    }
    Ok(())
}

#[cfg(unix)]
mod unix {
    use nix::sys::signal::{SigHandler, Signal, signal};

    /// The signals for which `ctrlc` sets a handler.
    const SIGNALS: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

    /// Returns the signals that are ignored. Until `ctrlc` sets its handler, all of them are.
    pub fn ignored() -> Vec<Signal> {
        SIGNALS.into_iter().filter(|signal| matches!(ignore(*signal), Ok(SigHandler::SigIgn))).collect()
    }

    /// Ignores a signal, and returns how it was handled before.
    pub fn ignore(which: Signal) -> nix::Result<SigHandler> {
        // SAFETY: no code of this process runs at an ignored signal.
        #[allow(unsafe_code)]
        unsafe {
            signal(which, SigHandler::SigIgn)
        }
    }
}
