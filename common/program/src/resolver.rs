//! Resolvers whose lookups block threads of their own, and not the crawl.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::sync::Arc;
use std::thread;

use common::fetch::error::is_out_of_descriptors;
use common::fetch::resolve::Resolver;

/// Returns a resolver that asks the operating system.
pub fn of_system() -> Resolver {
    on_threads(|host, port| match (host, port).to_socket_addrs() {
        Ok(list) => Ok(list.collect()),
        // Without a descriptor, the system reports the host as unknown.
        Err(error) => Err(lack_of_descriptors().unwrap_or(error)),
    })
}

/// Returns a resolver that calls `find`, which may block, on a thread for each lookup.
pub fn on_threads(
    find: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> Resolver {
    let find = Arc::new(find);
    Resolver::new(move |host, port, answer| {
        let (find, host) = (Arc::clone(&find), host.to_owned());
        let look_up = move || answer.give(find(&host, port));
        // Without a thread, or by a panic, the answer is dropped, which fails the lookup.
        let _ = thread::Builder::new().name("resolver".into()).spawn(look_up);
    })
}

/// Returns the error of a new socket if no descriptor is left for it.
fn lack_of_descriptors() -> Option<io::Error> {
    UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).err().filter(is_out_of_descriptors)
}
