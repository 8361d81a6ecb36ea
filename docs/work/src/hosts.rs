//! [`Hosts`]: the [health](crate::health) of a crawl's hosts, which its fetches share.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::fetch::time::random;
use common::lock::lock;
use common::{Around, Cause, FetchError, Phase, Services, Target};
use url::Url;

use crate::health::{Admission, Health};

/// The health of a crawl's hosts, shared by all clones. By default, each host gets its next page at once.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Option<Arc<Mutex<Health>>>);

impl Hosts {
    /// Begins to observe the crawl of these services, whose hosts are to be spared.
    pub fn over(services: &mut Services) -> Hosts {
        let hosts = Hosts(Some(Arc::default()));
        services.door.add(Arc::new(hosts.clone()));
        hosts
    }

    /// Returns when `target` may be fetched. If that is now, the breaker may wait for its [`ended`](Hosts::ended).
    pub fn admit(&self, target: &Target) -> Admission {
        self.0.as_ref().map_or(Admission::Now, |health| lock(health).admit(Instant::now(), &target.url))
    }

    /// Notes that a fetch has ended with this error, or that the host has answered. Returns when the host gets its next page, if
    /// that changes.
    pub fn ended(&self, target: &Target, error: Option<&FetchError>) -> Option<Admission> {
        let has_failed = error.is_some_and(|error| error.cause.is_of_the_network());
        lock(self.0.as_ref()?).ended(Instant::now(), random(), &target.url, has_failed)
    }
}

impl Around for Hosts {
    fn fetch_starts(&self, url: &Arc<Url>) {
        self.0.iter().for_each(|health| lock(health).starts(url));
    }

    fn may_try(&self, error: &FetchError) -> bool {
        self.0.as_ref().is_none_or(|health| lock(health).tries_again(&error.url))
    }
}

/// Returns the error of a target whose host is given up.
pub fn given_up(target: &Target) -> FetchError {
    let message = "not asked for: its host does not answer".to_owned();
    let cause = Cause::Told { kind: "given-up".to_owned(), message };
    FetchError::new(&target.url, Phase::Resolving, 0, Duration::ZERO, cause)
}
