//! Which addresses are public.

use std::net::IpAddr;

use common::fetch::public::is_public;

#[track_caller]
fn assert_public(addresses: &[&str], expected: bool) {
    for address in addresses {
        assert_eq!(is_public(address.parse::<IpAddr>().expect("an address")), expected, "{address}");
    }
}

/// The first and the last address of each block, and their neighbours.
#[test]
fn a_block_ends_at_its_last_address() {
    for (first, last, before, after) in [
        ("10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
        ("100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
        ("127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
        ("169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
        ("172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
        ("192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
        ("192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
        ("192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
        ("198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
        ("198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
        ("203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
        ("0.0.0.0", "0.255.255.255", "223.255.255.255", "1.0.0.0"),
        ("2001::", "2001:1ff:ffff::", "2000:ffff::", "2001:200::"),
        ("2001:db8::", "2001:db8:ffff::", "2001:db7:ffff::", "2001:db9::"),
        ("2002::", "2002:ffff::", "2001:ffff::", "2003::"),
        ("3fff::", "3fff:fff:ffff::", "3ffe:ffff::", "3fff:1000::"),
    ] {
        assert_public(&[first, last], false);
        assert_public(&[before, after], true);
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
