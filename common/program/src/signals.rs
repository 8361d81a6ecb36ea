//! [`on_signal`]: Ctrl-C, and the signals that end a process.

use std::io;

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
