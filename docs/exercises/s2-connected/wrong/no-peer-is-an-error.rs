//! A stream without a peer has failed.
//!
//! A connect in progress has no peer yet. And the reason of a failure is in `SO_ERROR`.
//!
//! Dies: try_connect::a_refused_connect_is_an_error_with_its_reason
//! Says: `take_error` has the reason, not `peer_addr`

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    socket.peer_addr().map(drop)
}
