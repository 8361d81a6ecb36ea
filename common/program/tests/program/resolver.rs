//! Lookups on threads of their own.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
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

#[test]
fn lookups_of_many_hosts_run_at_once_on_a_few_threads() {
    let (started, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (running, at_once) = (Arc::clone(&started), Arc::clone(&most));
    let (release, released) = mpsc::channel::<()>();
    let released = std::sync::Mutex::new(released);
    let resolver = on_threads(move |_, port| {
        at_once.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        let _ = released.lock().expect("no panic").recv();
        running.fetch_sub(1, Ordering::SeqCst);
        Ok(vec![([10, 0, 0, 1], port).into()])
    });
    let lookups: Vec<_> = (0..100).map(|host| lookup(&resolver, host)).collect();
    drop(release);
    for lookup in &lookups {
        wait(lookup).expect("an address");
    }
    assert!(most.load(Ordering::SeqCst) <= 32, "{most:?} threads");
}

#[test]
fn a_lookup_that_panics_fails_and_leaves_the_others_their_threads() {
    let resolver = on_threads(|host, port| {
        assert!(host.len() > 9, "the host 0.example to 9.example panics");
        Ok(vec![([10, 0, 0, 1], port).into()])
    });
    for host in 0..10 {
        let error = wait(&lookup(&resolver, host)).expect_err("no address");
        assert_eq!(error.to_string(), "the resolver gave no answer");
    }
    // More than there can be threads.
    for host in 10..100 {
        wait(&lookup(&resolver, host)).expect("an address");
    }
}
