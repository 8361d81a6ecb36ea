//! A call that returns an error has failed.
//!
//! A non-blocking connect that goes on is reported as an error, too: EINPROGRESS. On Linux, that is so even
//! on loopback.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: "in progress" is no error

fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = non_blocking(Domain::for_address(address))?;
    socket.connect(&address.into())?;
    Ok(socket)
}
