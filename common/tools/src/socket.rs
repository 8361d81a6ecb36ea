//! Connections on loopback, and addresses where nothing answers.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use socket2::{Domain, SockRef, Socket, Type};

/// Returns a listener and its address.
pub fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Returns the two ends of a connection. The first one is non-blocking, for the reactor.
pub fn connection() -> (TcpStream, TcpStream) {
    let (listener, address) = listener();
    let near = TcpStream::connect(address).unwrap();
    near.set_nonblocking(true).unwrap();
    (near, listener.accept().unwrap().0)
}

/// Returns an address that refuses connections while its socket exists, which is bound and does not listen.
pub fn refusing() -> (Socket, SocketAddr) {
    let socket = bound(0);
    let address = socket.local_addr().expect("it is bound").as_socket().expect("it is an IP address");
    (socket, address)
}

/// Returns a socket with this port, or with a free one for 0. On Unix, another one with the same port may keep it.
pub(crate) fn bound(port: u16) -> Socket {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    #[cfg(unix)]
    socket.set_reuse_port(true).expect("it is not bound");
    socket.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)).into()).expect("loopback has the port");
    socket
}

/// Connects to `address`, by a connection that holds few bytes in each direction.
pub fn narrow(address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    socket.set_recv_buffer_size(4096).expect("it is not connected");
    socket.set_send_buffer_size(4096).expect("it is not connected");
    // The peer's buffer for sending grows with the size of a segment. A system may refuse so small a one.
    #[cfg(unix)]
    let _ = socket.set_tcp_mss(536);
    socket.connect(&address.into()).expect("loopback connects");
    socket.into()
}

/// Closes a connection by a reset.
pub fn reset(stream: TcpStream) {
    SockRef::from(&stream).set_linger(Some(Duration::ZERO)).expect("a connection can");
}
