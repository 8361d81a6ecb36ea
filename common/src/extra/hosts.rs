//! [`Hosts`]: the [health](super::health) of a crawl's hosts, which its fetches share.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use url::Url;

use super::health::{Health, Turn};
use crate::crawl::progress::Observer;
use crate::crawl::services::Services;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::time::random;
use crate::lock::lock;

/// The health of a crawl's hosts, shared by all clones. With `None`, each host gets its next page at once.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Option<Arc<Mutex<Health>>>);

impl Hosts {
    /// Makes the hosts of a crawl, if its options spare hosts. Returns them, and services that tell them of each try.
    pub fn of(services: &Arc<Services>) -> (Hosts, Arc<Services>) {
        let hosts = Hosts(services.options.spares_hosts.then(Arc::default));
        let mut services = Arc::clone(services);
        Arc::make_mut(&mut services).progress.add(Arc::new(hosts.clone()));
        (hosts, services)
    }

    /// Returns when `target` may be fetched. If that is now, the breaker may wait for its [`ended`](Hosts::ended).
    pub fn turn(&self, target: &Target) -> Turn {
        self.0.as_ref().map_or(Turn::Now, |health| lock(health).turn(Instant::now(), &target.url))
    }

    /// Notes that a fetch has ended with this error, or that the host has answered. If that changes the turn of the host, returns it.
    pub fn ended(&self, target: &Target, error: Option<&FetchError>) -> Option<Turn> {
        let has_failed = error.is_some_and(|error| error.cause.is_of_the_network());
        lock(self.0.as_ref()?).ended(Instant::now(), random(), &target.url, has_failed)
    }

    /// Returns the error of a target whose host is given up. It counts as begun.
    pub fn given_up(target: &Target, services: &Services) -> FetchError {
        services.progress.started(&target.url);
        FetchError::new(&target.url, Phase::Resolving, 0, Duration::ZERO, Cause::GivenUp)
    }
}

impl Observer for Hosts {
    fn started(&self, url: &Arc<Url>) {
        self.0.iter().for_each(|health| lock(health).starts(url));
    }

    fn tries_again(&self, error: &FetchError) -> bool {
        self.0.as_ref().is_none_or(|health| lock(health).tries_again(&error.url))
    }
}
