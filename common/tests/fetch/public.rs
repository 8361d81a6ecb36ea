//! Which addresses are public.

use std::net::IpAddr;

use common::fetch::public::is_public;

#[track_caller]
fn assert_public(addresses: &[&str], expected: bool) {
    for address in addresses {
        assert_eq!(is_public(address.parse::<IpAddr>().expect("an address")), expected, "{address}");
    }
}

/// A line has the first and the last address of a block, and their neighbours.
#[test]
fn a_block_ends_at_its_last_address() {
    for line in include_str!("public.txt").lines() {
        let addresses: Vec<_> = line.split(' ').collect();
        assert_public(&addresses[..2], false);
        assert_public(&addresses[2..], true);
    }
}

#[test]
fn multicast_reserved_and_local_addresses_are_not_public() {
    assert_public(&["224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255", "ff02::1", "ff0e::1"], false);
    assert_public(
        &["::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "100::1", "5f00::1"],
        false,
    );
}

/// Local NAT64 has no fixed place for the embedded address. The other forms are deprecated.
#[test]
fn an_address_that_embeds_another_is_as_public_as_that_unless_it_is_local_or_deprecated() {
    for inside in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0"] {
        assert_public(&[&format!("::ffff:{inside}"), &format!("64:ff9b::{inside}")], false);
    }
    assert_public(&["::ffff:1.1.1.1", "64:ff9b::1.1.1.1"], true);
    assert_public(&["::1.1.1.1", "64:ff9b:1::1.1.1.1", "2002:7f00:1::", "2001:0:1::1"], false);
}
