//! A socket is a socket: IPv4 is the usual domain.
//!
//! A socket of one domain cannot connect to an address of the other one.
//!
//! Dies: parts::start_connect::a_connect_to_a_listener_returns_its_connection
//! Says: waits for connections, but the connect failed

fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = non_blocking(Domain::IPV4)?;
    match socket.connect(&address.into()) {
        Err(error) if !is_in_progress(&error) => Err(error),
        _ => Ok(socket),
    }
}
