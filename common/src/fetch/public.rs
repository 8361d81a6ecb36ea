//! Which addresses are on the public internet.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use thiserror::Error;

/// An address that a crawl of public hosts does not connect to.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{0} is not a public address")]
pub struct NotPublic(pub IpAddr);

impl NotPublic {
    /// Returns the `NotPublic` inside an I/O error.
    pub fn of(error: &io::Error) -> Option<NotPublic> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// Returns the public ones of a host's addresses.
///
/// # Errors
/// If there are addresses but none is public: [`NotPublic`].
pub fn only_public(addresses: Vec<SocketAddr>) -> io::Result<Vec<SocketAddr>> {
    let (public, others): (Vec<_>, Vec<_>) =
        addresses.into_iter().partition(|address| is_public(address.ip()));
    match others.first() {
        Some(other) if public.is_empty() => Err(io::Error::other(NotPublic(other.ip()))),
        _ => Ok(public),
    }
}

/// Returns whether the address is in a block of the public internet.
///
/// An IPv6 address that embeds an IPv4 address is as public as that one: IPv4-mapped addresses,
/// and those of NAT64 (RFC 6052), by which a network without IPv4 reaches it.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|block| block.has(address)),
        IpAddr::V6(address) => match embedded(address) {
            Some(address) => is_public(address.into()),
            None => GLOBAL_UNICAST.has(address) && !NOT_PUBLIC_V6.iter().any(|block| block.has(address)),
        },
    }
}

/// The blocks of the IANA IPv4 Special-Purpose Address Registry (RFC 6890) that are not globally
/// reachable, multicast (RFC 5771), and what is reserved.
#[rustfmt::skip]
const NOT_PUBLIC_V4: [Block<Ipv4Addr>; 14] = [
    Block(Ipv4Addr::new(0, 0, 0, 0), 8),       // this network, unspecified
    Block(Ipv4Addr::new(10, 0, 0, 0), 8),      // private
    Block(Ipv4Addr::new(100, 64, 0, 0), 10),   // shared, behind a carrier's NAT
    Block(Ipv4Addr::new(127, 0, 0, 0), 8),     // loopback
    Block(Ipv4Addr::new(169, 254, 0, 0), 16),  // link-local, also where clouds keep their secrets
    Block(Ipv4Addr::new(172, 16, 0, 0), 12),   // private
    Block(Ipv4Addr::new(192, 0, 0, 0), 24),    // protocol assignments
    Block(Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation
    Block(Ipv4Addr::new(192, 88, 99, 0), 24),  // 6to4 relays, deprecated
    Block(Ipv4Addr::new(192, 168, 0, 0), 16),  // private
    Block(Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarking
    Block(Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    Block(Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation
    Block(Ipv4Addr::new(224, 0, 0, 0), 3),     // multicast, reserved, broadcast
];

/// The block of all public unicast addresses (RFC 4291, section 2.4). Loopback, unique-local,
/// link-local, multicast and IPv4-compatible addresses are outside.
const GLOBAL_UNICAST: Block<Ipv6Addr> = Block(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The blocks in it that are not globally reachable (IANA IPv6 Special-Purpose Address Registry, RFC 6890).
#[rustfmt::skip]
const NOT_PUBLIC_V6: [Block<Ipv6Addr>; 4] = [
    Block(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),      // protocol assignments, Teredo, benchmarking
    Block(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),  // documentation
    Block(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),      // 6to4, deprecated: any IPv4 address
    Block(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),      // documentation
];

/// The prefixes of addresses that embed an IPv4 address: IPv4-mapped, and NAT64.
const EMBEDDING: [Block<Ipv6Addr>; 2] = [
    Block(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96),
    Block(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96),
];

fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [.., a, b, c, d] = address.octets();
    EMBEDDING.iter().any(|block| block.has(address)).then_some(Ipv4Addr::new(a, b, c, d))
}

/// The addresses that share the given number of first bits with this one.
struct Block<A>(A, u32);

impl Block<Ipv4Addr> {
    fn has(&self, address: Ipv4Addr) -> bool {
        (self.0.to_bits() ^ address.to_bits()).leading_zeros() >= self.1
    }
}

impl Block<Ipv6Addr> {
    fn has(&self, address: Ipv6Addr) -> bool {
        (self.0.to_bits() ^ address.to_bits()).leading_zeros() >= self.1
    }
}
