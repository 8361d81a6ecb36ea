//! What the process inherits from its parent: signals that are ignored, and streams that may be closed.

#[cfg(not(unix))]
use std::io;

#[cfg(unix)]
pub use unix::{check, on_signal};

/// Returns `Ok`, because only on Unix can a parent close a stream.
#[cfg(not(unix))]
pub fn check(_stream: impl io::Write) -> io::Result<()> {
    Ok(())
}

/// Calls `handler` at each Ctrl-C.
///
/// # Errors
/// If no handler can be set.
#[cfg(not(unix))]
pub fn on_signal(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::fs::File;
    use std::io::{self, Write};
    use std::mem::MaybeUninit;
    use std::os::fd::{AsFd, AsRawFd};
    use std::ptr;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// The signals for which `ctrlc` sets a handler.
    const SIGNALS: [c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

    /// Whether stdin, stdout and stderr were closed when the process started, by their descriptors.
    static WERE_CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

    /// A function that the loader calls before `main`. In `main` it is too late: by then, the standard library has
    /// opened `/dev/null` in place of a closed stream.
    // SAFETY: the section has pointers to functions of this type.
    #[allow(unsafe_code)]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    #[used]
    static BEFORE_MAIN: extern "C" fn() = look_at_streams;

    extern "C" fn look_at_streams() {
        for (descriptor, was_closed) in (0..).zip(&WERE_CLOSED) {
            // SAFETY: it reads a flag of the descriptor, and fails if there is no such descriptor.
            #[allow(unsafe_code)]
            let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFD) };
            was_closed.store(flags == -1, Ordering::Relaxed);
        }
    }

    /// Checks that a stream can be written to. Otherwise the standard library drops the output without an error.
    ///
    /// # Errors
    /// If the stream was closed when the process started, or is open for reading alone.
    pub fn check(stream: impl AsFd) -> io::Result<()> {
        let stream = stream.as_fd();
        let was_closed = usize::try_from(stream.as_raw_fd()).ok().and_then(|index| WERE_CLOSED.get(index));
        if was_closed.is_some_and(|was_closed| was_closed.load(Ordering::Relaxed)) {
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        // Even an empty write fails on a descriptor that is open for reading alone.
        File::from(stream.try_clone_to_owned()?).write(&[]).map(drop)
    }

    /// Calls `handler` at each SIGINT, SIGTERM and SIGHUP.
    ///
    /// A signal that the process inherited as ignored stays ignored: SIGHUP after `nohup`, and SIGINT in a background
    /// job of a script.
    ///
    /// # Errors
    /// If no handler can be set.
    pub fn on_signal(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
        let ignored = SIGNALS.map(is_ignored);
        ctrlc::set_handler(handler).map_err(io::Error::other)?;
        for (signal, _) in SIGNALS.into_iter().zip(ignored).filter(|(_, ignored)| *ignored) {
            // SAFETY: no code of this process runs at an ignored signal.
            #[allow(unsafe_code)]
            unsafe {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
        Ok(())
    }

    fn is_ignored(signal: c_int) -> bool {
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: without a new action, `sigaction` only writes the old one. If it fails, the zeros are an action, too.
        #[allow(unsafe_code)]
        let action = unsafe {
            libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
            action.assume_init()
        };
        action.sa_sigaction == libc::SIG_IGN
    }
}
