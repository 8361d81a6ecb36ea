//! Lookups on threads of their own.

use std::io;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use common::fetch::resolve::{Lookup, Resolver};
use program::resolver::on_threads;
use url::Url;

/// Longer than a lookup takes.
const LONG: Duration = Duration::from_secs(60);

fn lookup(resolver: &Resolver, host: usize) -> Lookup {
    resolver.lookup(&Url::parse(&format!("http://{host}.example/")).expect("a URL"))
}

fn wait(lookup: &Lookup) -> io::Result<()> {
    lookup.wait(Instant::now() + LONG).map(drop)
}

/// No lookup ends before all have begun.
#[test]
fn lookups_of_many_hosts_run_at_once() {
    let begun = Barrier::new(100);
    let resolver = on_threads(move |_, port| {
        begun.wait();
        Ok(vec![([10, 0, 0, 1], port).into()])
    });
    let lookups: Vec<_> = (0..100).map(|host| lookup(&resolver, host)).collect();
    lookups.iter().for_each(|lookup| wait(lookup).expect("an address"));
}

#[test]
fn a_lookup_that_panics_fails() {
    let resolver = on_threads(|host, port| {
        assert!(host.len() > 9, "the host 0.example to 9.example panics");
        Ok(vec![([10, 0, 0, 1], port).into()])
    });
    for host in 0..10 {
        let error = wait(&lookup(&resolver, host)).expect_err("no address");
        assert_eq!(error.to_string(), "the resolver gave no answer");
    }
    wait(&lookup(&resolver, 10)).expect("an address");
}
