//! A stream without a peer has failed.
//!
//! A connect in progress has no peer yet. And the reason of a failure is in `SO_ERROR`.
//!
//! Dies: try_connect::a_connect_in_progress_is_no_connection
//! Says: a connect in progress is no error

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    socket.peer_addr().map(drop)
}
