//! [`Externals`]: which URLs out of scope may be fetched now.

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::sync::Arc;

use common::crawl::scope::Scope;
use common::crawl::target::Kind;
use common::{Options, Target};
use url::Url;

/// The kind of a target that is out of scope: it is fetched for its status or error.
pub const EXTERNAL: &str = "external";

/// The most URLs of one host that are fetched at once. The host did not ask to be checked.
const MOST_PER_HOST: usize = 2;

/// Holds back URLs out of scope while their host has enough to do.
#[derive(Debug)]
pub(super) struct Externals {
    scope: Scope,
    /// The hosts that are asked now.
    hosts: HashMap<Box<str>, Host>,
    /// The URLs whose turn has come.
    ready: Vec<Arc<Url>>,
}

#[derive(Debug, Default)]
struct Host {
    in_flight: usize,
    waiting: VecDeque<Arc<Url>>,
}

impl Externals {
    pub(super) fn new(options: &Options) -> Externals {
        Externals { scope: Scope::new(options), hosts: HashMap::new(), ready: Vec::new() }
    }

    /// Takes the pages out of scope from `found`, and returns those that may be fetched now.
    pub(super) fn admit(&mut self, found: &mut Vec<Target>) -> Vec<Target> {
        // No URL is found that is excluded or cannot be fetched.
        for target in
            found.extract_if(.., |target| target.kind == Kind::Page && !self.scope.has_site(&target.url))
        {
            let host = self.hosts.entry(target.url.host_str().unwrap_or_default().into()).or_default();
            if host.in_flight < MOST_PER_HOST {
                host.in_flight += 1;
                self.ready.push(target.url);
            } else {
                host.waiting.push_back(target.url);
            }
        }
        mem::take(&mut self.ready).into_iter().map(|url| Target::other(url, EXTERNAL)).collect()
    }

    /// Notes that a fetch has ended, so the next URL of its host may be fetched.
    pub(super) fn settled(&mut self, url: &Url) {
        let name = url.host_str().unwrap_or_default();
        let Some(host) = self.hosts.get_mut(name) else { return };
        match host.waiting.pop_front() {
            Some(next) => self.ready.push(next),
            None => host.in_flight -= 1,
        }
        if host.in_flight == 0 {
            self.hosts.remove(name);
        }
    }
}
