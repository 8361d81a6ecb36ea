//! Looking at the pending error leaves it there.
//!
//! `take_error` takes it: the second call finds none, and the connect seems to be in progress for ever.
//!
//! Dies: try_connect::a_refused_connect_is_an_error_with_its_reason
//! Says: only the first `take_error` returns the reason

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    match socket.peer_addr() {
        Err(error) if error.kind() == io::ErrorKind::NotConnected || is_in_progress(&error) => {
            if socket.take_error()?.is_none() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            Err(socket.take_error()?.unwrap_or_else(|| io::ErrorKind::WouldBlock.into()))
        }
        result => result.map(drop),
    }
}
