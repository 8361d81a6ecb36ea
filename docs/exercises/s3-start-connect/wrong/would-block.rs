//! What would block is `WouldBlock`, for a connect, too.
//!
//! That is so on Windows. On Unix, a connect in progress has a code of its own: EINPROGRESS.
//!
//! Dies: start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: "in progress" is no error

fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = non_blocking(Domain::for_address(address))?;
    match socket.connect(&address.into()) {
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        _ => Ok(socket),
    }
}
