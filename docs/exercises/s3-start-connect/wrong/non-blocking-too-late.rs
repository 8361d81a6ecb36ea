//! The stream must be non-blocking. It is made so once it is connected.
//!
//! Then the connect itself blocks the thread, and with it all tasks: for minutes, if the server does not
//! answer.
//!
//! Dies: parts::start_connect::a_connect_in_progress_is_pending_until_the_listener_has_room
//! Says: make the socket non-blocking before it connects

fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.connect(&address.into())?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}
