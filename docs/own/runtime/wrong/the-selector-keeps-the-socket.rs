//! A socket is registered, so the runtime keeps it until the end.
//!
//! The peer waits for the end of a connection that nothing uses any more.
//!
//! Dies: level5::the_peer_sees_the_end_when_cancel_returns
//! Says: the peer does not see the end of the connection

// in place of
impl TcpStream {
// stands
impl Drop for TcpStream {
    fn drop(&mut self) {
        let address = std::net::SocketAddr::from(([127, 0, 0, 1], 9));
        if let Ok(other) = mio::net::TcpStream::connect(address) {
            mem::forget(mem::replace(&mut self.socket, other));
        }
    }
}

impl TcpStream {
// end of block
