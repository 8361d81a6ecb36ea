//! Which addresses are on the public internet.

use std::io;
use std::net::{IpAddr, SocketAddr};

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
        IpAddr::V4(address) => is_public_v4(address.octets()),
        IpAddr::V6(address) => match (address.segments(), address.octets()) {
            ([0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..], [.., a, b, c, d]) => {
                is_public_v4([a, b, c, d])
            }
            (segments, _) => is_public_v6(segments),
        },
    }
}

/// Returns whether the address is outside of multicast (RFC 5771), of what is reserved, and of the blocks that the IANA IPv4
/// Special-Purpose Address Registry (RFC 6890) does not call globally reachable.
fn is_public_v4(octets: [u8; 4]) -> bool {
    match octets {
        [0 | 10 | 127, ..] => false,                 // this network, private, loopback
        [100, 64..128, ..] => false,                 // shared, behind a carrier's NAT
        [169, 254, ..] => false,                     // link-local, also where clouds keep their secrets
        [172, 16..32, ..] | [192, 168, ..] => false, // private
        [192, 0, 0, _] => false,                     // protocol assignments
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => false, // documentation
        [192, 88, 99, _] => false,                   // 6to4 relays, deprecated
        [198, 18..20, ..] => false,                  // benchmarking
        [224..=255, ..] => false,                    // multicast, reserved, broadcast
        _ => true,
    }
}

/// Returns whether the address is in the block of all public unicast addresses (RFC 4291, section 2.4), and in none of its
/// parts that the IANA IPv6 Special-Purpose Address Registry does not call globally reachable. Loopback, unique-local,
/// link-local, multicast and IPv4-compatible addresses are outside of the block.
fn is_public_v6(segments: [u16; 8]) -> bool {
    match segments {
        [0x2001, 0..0x200, ..] => false, // protocol assignments, Teredo, benchmarking
        [0x2001, 0xdb8, ..] | [0x3fff, 0..0x1000, ..] => false, // documentation
        [0x2002, ..] => false,           // 6to4, deprecated: any IPv4 address
        [first, ..] => matches!(first, 0x2000..0x4000),
    }
}
