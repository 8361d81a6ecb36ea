//! Resolvers whose lookups block threads of their own, and not the crawl.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use common::fetch::error::is_out_of_descriptors;
use common::fetch::resolve::Resolver;
use common::lock::lock;

/// Returns a resolver that asks the operating system.
pub fn of_system() -> Resolver {
    on_threads(|host, port| match (host, port).to_socket_addrs() {
        Ok(list) => Ok(list.collect()),
        // Without a descriptor, the system reports the host as unknown. A new socket tells which it is.
        Err(error) => {
            let lack = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).err().filter(is_out_of_descriptors);
            Err(lack.unwrap_or(error))
        }
    })
}

/// Returns a resolver that calls `find`, which may block, on threads that exist only while there are lookups.
pub fn on_threads(
    find: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> Resolver {
    let (find, helpers) = (Arc::new(find), Helpers::default());
    Resolver::new(move |host, port, answer| {
        let (find, host) = (Arc::clone(&find), host.to_owned());
        helpers.run(move || answer.give(find(&host, port)));
    })
}

/// The most threads at once. Further calls wait for one of them.
const MAX_THREADS: usize = 32;

type Call = Box<dyn FnOnce() + Send>;

/// Threads that exist only while there are calls for them. Its clones share them.
#[derive(Clone, Default)]
struct Helpers(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    calls: VecDeque<Call>,
    threads: usize,
}

impl Helpers {
    /// Runs `call` on a helper thread; on this one, if there is no helper and none can be started.
    fn run(&self, call: impl FnOnce() + Send + 'static) {
        let mut state = lock(&self.0);
        state.calls.push_back(Box::new(call));
        if state.threads == MAX_THREADS {
            return;
        }
        state.threads += 1;
        let helpers = self.clone();
        if thread::Builder::new().name("resolver".into()).spawn(move || helpers.work()).is_err() {
            if state.threads > 1 {
                state.threads -= 1;
                return;
            }
            drop(state);
            self.work();
        }
    }

    /// Runs one call after another, until none is left.
    fn work(&self) {
        while let Some(call) = self.next() {
            // A call that panics drops its answer, which fails the lookup.
            let _ = catch_unwind(AssertUnwindSafe(call));
        }
    }

    /// Returns the next call. If there is none, this thread no longer counts.
    fn next(&self) -> Option<Call> {
        let mut state = lock(&self.0);
        let call = state.calls.pop_front();
        state.threads -= usize::from(call.is_none());
        call
    }
}
