//! [`Turns`]: the turns of a host, which all machines share. So twenty machines are as polite as one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Attempt, Cause, FetchError, Response, Services, Target};
use tokio::time::{sleep, sleep_until};
use url::Url;

use crate::fetch::{Elapsed, fetch_once, timeout};
use crate::stream::Tls;

use super::store::{Ask, Store};

/// Gives out the turns of hosts.
#[derive(Clone)]
pub struct Turns {
    /// The connections of this worker.
    pub store: Store,
    /// The delay of the crawl.
    pub delay: Duration,
    /// What makes connections secure.
    pub tls: Tls,
}

impl Turns {
    /// Fetches `target` as [`fetch`](crate::fetch::fetch) does, each try at its turn.
    ///
    /// # Errors
    /// If every try fails: the error of the last one.
    pub async fn fetch(&self, target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
        let mut attempt = Attempt::start(target, services);
        loop {
            self.wait(&mut attempt).await;
            let fetched = timeout(attempt.deadline(), fetch_once(&mut attempt, &self.tls)).await;
            let error = match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Ok(attempt.finish(response)),
                Err(error) => error,
            };
            let asks_again = matches!(error.cause, Cause::Again(_));
            attempt.again(error)?;
            let pause = attempt.starts_at().saturating_duration_since(Instant::now());
            if asks_again && !pause.is_zero() {
                self.note(attempt.url(), pause, Duration::ZERO).await;
            }
        }
    }

    /// Waits until the try may begin: after its pause, and at its turn for the host.
    ///
    /// A turn that was planned is asked for again when it has come, because this worker may be late.
    async fn wait(&self, attempt: &mut Attempt) {
        sleep_until(attempt.starts_at().into()).await;
        let (host, mut planned) = (self.host(attempt.url()), 0_u64);
        loop {
            let mut turn = self.store.scripts().turn.prepare_invoke();
            turn.key(&host).arg(self.delay.as_millis() as u64).arg(planned);
            let (wait, at): (u64, u64) = self.store.ask(Ask::Script(&turn)).await;
            if wait == 0 {
                break;
            }
            sleep(Duration::from_millis(wait)).await;
            planned = at;
        }
        attempt.reuse().put_off(Instant::now());
    }

    /// Leaves the host alone for the time `pause`, and from now on keeps at least `delay` between two requests to it.
    pub async fn note(&self, url: &Url, pause: Duration, delay: Duration) {
        let mut note = self.store.scripts().pause.prepare_invoke();
        note.key(self.host(url)).key(self.store.keys().key("state"));
        note.arg(pause.as_millis() as u64).arg(delay.as_millis() as u64);
        self.store.ask(Ask::Script(&note)).await
    }

    /// Returns the key of the URL's host, whatever its port.
    fn host(&self, url: &Url) -> String {
        let host = url.host_str().unwrap_or_default();
        self.store.keys().key(&format!("host:{}", host.strip_suffix('.').unwrap_or(host)))
    }
}
