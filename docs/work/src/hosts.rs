//! [`Hosts`]: the [policy for hosts that fail](common::extra::health), which the workers share.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::crawl::progress::Observer;
use common::extra::health::{Health, Turn};
use common::fetch::time::random;
use common::lock::lock;
use common::{Cause, FetchError, Phase, Services, Target};
use tracing::{info, warn};
use url::Url;

use crate::fetch::{FetchResult, fetch};
use crate::stream::Tls;

/// The health of the hosts, shared by all clones. With `None`, each host gets its next page at once.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Option<Arc<Mutex<Health>>>);

impl Hosts {
    /// Makes the hosts of a crawl. Returns them, and services that tell them of each try.
    pub fn of(services: &Arc<Services>) -> (Hosts, Arc<Services>) {
        let hosts = Hosts(services.options.spares_hosts.then(Arc::default));
        let mut services = Arc::clone(services);
        Arc::make_mut(&mut services).progress.add(Arc::new(hosts.clone()));
        (hosts, services)
    }

    /// Fetches `target` as [`fetch`] does. If its host is to be left alone, returns for how long.
    pub async fn fetch(
        &self,
        target: &Target,
        services: &Arc<Services>,
        tls: &Tls,
    ) -> Result<FetchResult, Duration> {
        match self.turn(target) {
            Turn::Now => {}
            // The host may answer again before that.
            Turn::After(pause) => return Err(pause.min(Duration::from_secs(1))),
            Turn::Never => return Ok(Err(given_up(target, services))),
        }
        let fetched = fetch(target, services, tls).await;
        self.ended(target, fetched.as_ref().err());
        Ok(fetched)
    }

    /// Returns when `target` may be fetched. If that is now, the breaker may wait for its [`ended`](Hosts::ended).
    pub fn turn(&self, target: &Target) -> Turn {
        self.0.as_ref().map_or(Turn::Now, |health| lock(health).turn(Instant::now(), &target.url))
    }

    /// Notes that a fetch has ended with this error, or that the host has answered.
    pub fn ended(&self, target: &Target, error: Option<&FetchError>) {
        let Some(health) = &self.0 else { return };
        let has_failed = error.is_some_and(|error| error.cause.is_of_the_network());
        let changed = lock(health).ended(Instant::now(), random(), &target.url, has_failed);
        let host = target.url.authority();
        match changed {
            None => {}
            Some(Turn::Now) => info!(host, "a host answers again"),
            Some(Turn::After(pause)) => warn!(host, seconds = pause.as_secs_f64(), "a host is left alone"),
            Some(Turn::Never) => warn!(host, "a host is given up"),
        }
    }
}

impl Observer for Hosts {
    fn started(&self, url: &Arc<Url>) {
        self.0.iter().for_each(|health| lock(health).starts(url));
    }

    fn tries_again(&self, error: &FetchError) -> bool {
        let may = self.0.as_ref().is_none_or(|health| lock(health).tries_again(&error.url));
        info!(%error, tries_again = may, "a try has failed");
        may
    }
}

/// Returns the error of a target whose host is given up.
pub fn given_up(target: &Target, services: &Services) -> FetchError {
    services.progress.started(&target.url);
    FetchError::new(&target.url, Phase::Resolving, 0, Duration::ZERO, Cause::GivenUp)
}
