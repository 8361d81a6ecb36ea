//! A socket without another end fails with `NotConnected`, on all systems.
//!
//! On some of them, `peer_addr` says EINPROGRESS while the connect is in progress. There, this fails each try.
//!
//! Dies: parts::try_connect::a_connect_in_progress_has_another_error_on_some_systems
//! Says: an error for which `is_in_progress` is true

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    match socket.peer_addr() {
        Err(error) if error.kind() == io::ErrorKind::NotConnected => {
            Err(socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
        }
        result => result.map(drop),
    }
}
