//! Whether a connect has ended, and how.

use std::io;

use mio::net::TcpStream;

/// Returns whether a connect is in progress: EINPROGRESS on Unix, WSAEWOULDBLOCK on Windows.
fn is_in_progress(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(libc::EINPROGRESS);
    #[cfg(not(unix))]
    return error.kind() == io::ErrorKind::WouldBlock;
}

/// Returns how a connect has ended; `WouldBlock` while it is in progress.
pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    match socket.peer_addr() {
        // Some systems say EINPROGRESS. The error of a failed connect is in SO_ERROR.
        Err(error) if error.kind() == io::ErrorKind::NotConnected || is_in_progress(&error) => {
            Err(socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
        }
        result => result.map(drop),
    }
}
