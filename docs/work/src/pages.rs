//! [`Pages`]: what a page means takes time to compute, and a thread that polls tasks must not compute for long.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use common::{FetchError, Outcome, Response, Services, Target};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The largest body that is read at once, in bytes. Its links take less time than a move to another thread and back.
const SMALL: usize = 16 * 1024;

/// Computes outcomes. Its clones share a permit for each core. Without these, each page would wait in a thread of its own.
#[derive(Clone, Debug)]
pub struct Pages(Arc<Semaphore>);

impl Default for Pages {
    fn default() -> Pages {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Pages(Arc::new(Semaphore::new(cores)))
    }
}

impl Pages {
    /// Returns what `fetched` means. A large page, or one that an archive keeps, is read on a thread for blocking calls.
    pub async fn outcome(
        &self,
        target: &Target,
        fetched: Result<Response, FetchError>,
        services: &Arc<Services>,
    ) -> Outcome {
        let is_large = fetched.as_ref().is_ok_and(|response| response.body.len() > SMALL);
        if !is_large && services.archive.is_none() {
            return services.outcome(target, fetched);
        }
        let permit = Arc::clone(&self.0).acquire_owned().await;
        let (of, with) = (target.clone(), Arc::clone(services));
        let computing = spawn_blocking(move || {
            // It is given back when the computation ends, even if its worker has been cancelled.
            let _permit = permit;
            with.outcome(&of, fetched)
        });
        match computing.await.map_err(|error| error.try_into_panic()) {
            Ok(outcome) => outcome,
            Err(Ok(panic)) => services.panicked(target, &*panic),
            Err(Err(cancelled)) => services.panicked(target, &cancelled.to_string()),
        }
    }
}
