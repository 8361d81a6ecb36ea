//! [`Hosts`]: the [policy for hosts that fail](crate::retries), which the workers share, and which waits.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::crawl::progress::Observer;
use common::lock::lock;
use common::{Cause, FetchError, Phase, Response, Services, Target};
use tokio::sync::Notify;
use tokio::time::timeout;
use tracing::{info, warn};
use url::Url;

use crate::fetch::fetch;
use crate::retries::{Health, Turn};
use crate::stream::Tls;

/// The health of the hosts. Its clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    /// Whether the crawl [spares hosts](common::Options::spares_hosts). If not, each gets its next page at once.
    is_on: bool,
    health: Arc<Mutex<Health>>,
    /// Wakes what waits for a host, when the turn of a host has changed.
    changed: Arc<Notify>,
}

impl Hosts {
    /// Makes the hosts of a crawl. Returns them with the services for its fetches, whose tries they count.
    pub fn of(services: &Arc<Services>) -> (Hosts, Arc<Services>) {
        let (is_on, mut services) = (services.options.spares_hosts, Services::clone(services));
        let hosts = Hosts { is_on, ..Hosts::default() };
        if is_on {
            services.progress.add(Arc::new(hosts.clone()));
        }
        (hosts, Arc::new(services))
    }

    /// Fetches `target` as [`fetch`] does, when its host gets its next page.
    ///
    /// # Errors
    /// If every try fails, or the host is given up.
    pub async fn fetch(
        &self,
        target: &Target,
        services: &Arc<Services>,
        tls: &Tls,
    ) -> Result<Response, FetchError> {
        loop {
            // It hears of what changes from here on, even before it is polled.
            let changed = self.changed.notified();
            match self.turn(target) {
                Turn::Now => break,
                Turn::Never => return Err(given_up(target, services)),
                Turn::After(pause) => timeout(pause, changed).await.unwrap_or_default(),
            }
        }
        let fetched = fetch(target, services, tls).await;
        self.ended(target, &fetched);
        fetched
    }

    /// Returns when `target` may be fetched. If that is now, the breaker may wait for its [`ended`](Hosts::ended).
    pub fn turn(&self, target: &Target) -> Turn {
        if self.is_on { lock(&self.health).turn(Instant::now(), &target.url) } else { Turn::Now }
    }

    /// Notes what a fetch has come to. Returns the turn of the host if that has changed.
    pub fn ended(&self, target: &Target, fetched: &Result<Response, FetchError>) -> Option<Turn> {
        if !self.is_on {
            return None;
        }
        let has_failed = fetched.as_ref().is_err_and(|error| error.cause.is_of_the_network());
        // The standard library has no other source of random numbers.
        let random = (RandomState::new().hash_one(()) % 1024) as f64 / 1024.0;
        let turn = lock(&self.health).ended(Instant::now(), random, &target.url, has_failed)?;
        let host = target.url.authority();
        match turn {
            Turn::Now => info!(host, "a host answers again"),
            Turn::After(pause) => {
                warn!(host, seconds = pause.as_secs_f64(), "a host does not answer, and is left alone")
            }
            Turn::Never => warn!(host, "a host does not answer, and is given up"),
        }
        self.changed.notify_waiters();
        Some(turn)
    }
}

impl Observer for Hosts {
    fn started(&self, url: &Arc<Url>) {
        lock(&self.health).starts(url);
    }

    fn tries_again(&self, error: &FetchError) -> bool {
        let may = lock(&self.health).tries_again(&error.url);
        info!(%error, tries_again = may, "a try has failed");
        may
    }
}

/// Returns the error of a target whose host is given up.
pub fn given_up(target: &Target, services: &Services) -> FetchError {
    services.progress.started(&target.url);
    FetchError::new(&target.url, Phase::Resolving, 0, Duration::ZERO, Cause::GivenUp)
}
