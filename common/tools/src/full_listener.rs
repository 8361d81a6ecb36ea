//! [`Full`]: a listener on loopback to which a connect stays in progress.

use std::fs;
use std::iter;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

#[cfg(unix)]
use socket2::Socket;

use crate::patience::Patience;
#[cfg(unix)]
use crate::socket::bound;
use crate::socket::refusing;

/// A connect to loopback that takes longer than this, on an idle machine, has found the listener's queue full.
const FULL: Duration = Duration::from_millis(200);

/// A listener whose queue is full. A connect stays in progress until there is room; some systems refuse it.
#[derive(Debug)]
pub struct Full {
    listener: TcpListener,
    address: SocketAddr,
    _queued: Vec<TcpStream>,
}

impl Default for Full {
    /// Fills the queue of a new listener.
    fn default() -> Full {
        let (socket, address) = refusing();
        socket.listen(1).expect("it is bound");
        let listener = TcpListener::from(socket);
        // On a busy machine, the system may answer late although there is room.
        let connect = || Patience::of(FULL).wait(|tick| TcpStream::connect_timeout(&address, tick).ok());
        let queued = iter::from_fn(connect).take(1000).collect();
        Full { listener, address, _queued: queued }
    }
}

impl Full {
    /// Returns its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes the connections out of its queue. After a second, the system repeats a connect that was not answered.
    pub fn make_room(self) -> TcpListener {
        self.listener
    }

    /// Stops listening. Returns a socket that keeps the port, so that no other test listens there.
    #[cfg(unix)]
    pub fn close(self) -> Socket {
        bound(self.address.port())
    }

    /// Returns whether a connect to it is in progress, or true if the system does not list its connections as Linux does.
    pub fn is_awaited(&self) -> bool {
        let SocketAddr::V4(address) = self.address else { panic!("it has an IPv4 address") };
        let ip = u32::from_ne_bytes(address.ip().octets());
        // The peer's address, and the number of the state SYN_SENT.
        let in_progress = format!(" {ip:08X}:{:04X} 02 ", address.port());
        fs::read_to_string("/proc/net/tcp").map_or(true, |list| list.contains(&in_progress))
    }
}
