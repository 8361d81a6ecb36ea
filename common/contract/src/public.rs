//! Public hosts alone: the addresses that `--public-only` does not connect to.

use std::net::SocketAddr;

use common::Options;
use common::fetch::resolve::Resolver;
use practice_site::Site;

use super::Stage;
use super::tools::{kind, named, page, record_of, refusing, site};

/// Asserts that the root on `host` is refused because of this address, on the first try and without a connection.
#[track_caller]
fn assert_refused(stage: &Stage, site: &Site, host: &str, address: &str, change: impl FnOnce(&mut Options)) {
    let root = named(site, host, "/");
    let report = stage.crawl(site, |options| {
        options.public_only = true;
        options.roots = vec![root.clone()];
        change(options);
    });
    let record = record_of(&report, &root);
    assert_eq!((kind(record).as_str(), record.tries), ("not-public", 1), "{host}");
    let message = record.error.as_ref().map(ToString::to_string).unwrap_or_default();
    assert!(message.contains(&format!(": {address} is not a public address")), "{message}");
    assert_eq!(site.connections(), 0);
}

pub(super) fn an_address_of_this_machine_is_refused(stage: &Stage) {
    let site = site([("/", page())]);
    for (host, address) in [
        ("127.0.0.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0.0.0.0", "0.0.0.0"),
        ("[::1]", "::1"),
        ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
    ] {
        assert_refused(stage, &site, host, address, |_| {});
    }
}

pub(super) fn a_name_is_judged_by_its_addresses(stage: &Stage) {
    let site = site([("/", page())]);
    let (_socket, refused) = refusing();
    let addresses = vec![site.address(), refused, SocketAddr::from(([10, 0, 0, 1], 80))];
    assert_refused(stage, &site, "public.test", "127.0.0.1", |options| {
        options.resolver = Resolver::new(move |_, _| Ok(addresses.clone()));
    });
}

pub(super) fn public_only_is_an_option_of_the_program(stage: &Stage) {
    let site = site([("/", page())]);
    let ended = stage.run(&site, &["--public-only", "--format=json", site.url("/").as_str()]);
    assert_eq!((ended.code, site.connections()), (Some(1), 0));
    assert_eq!(ended.json()["records"][0]["error"]["kind"], "not-public");
}
