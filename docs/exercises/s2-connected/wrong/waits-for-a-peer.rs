//! A stream without a peer will get one later.
//!
//! A connect that was refused never gets one. Its error waits in the socket, and nothing asks for it.
//!
//! Dies: try_connect::a_refused_connect_is_an_error_with_its_reason
//! Says: refused stream never gets a peer

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    socket.peer_addr().map(drop).map_err(|_| io::ErrorKind::WouldBlock.into())
}
