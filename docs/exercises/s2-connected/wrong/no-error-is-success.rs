//! Without an error, the connect has succeeded.
//!
//! While the connect is in progress, the socket has neither an error nor a peer.
//!
//! Dies: try_connect::a_connect_in_progress_is_no_connection
//! Says: was taken for a connection

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    socket.take_error()?.map_or(Ok(()), Err)
}
