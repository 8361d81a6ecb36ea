//! [`Pages`]: what a page means takes time to compute, and a thread that polls tasks must not compute for long.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use common::{Outcome, Services, Target};
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

use crate::fetch::FetchResult;

/// The largest body that is read at once, in bytes: for about 0.1 ms, if the build is optimised. Other tasks can wait so long.
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
    /// Returns what `fetched` means. A large page is read on a thread for blocking calls.
    pub async fn outcome(&self, target: &Target, fetched: FetchResult, services: &Arc<Services>) -> Outcome {
        let is_large = fetched.as_ref().is_ok_and(|response| response.body.len() > SMALL);
        if !is_large {
            return services.outcome(target, fetched);
        }
        let (of, with) = (target.clone(), Arc::clone(services));
        let computed = self.compute(move || with.outcome(&of, fetched)).await;
        computed.unwrap_or_else(|error| services.panicked(target, &error.to_string()))
    }

    /// Computes something that takes long, on a thread for blocking calls.
    ///
    /// # Errors
    /// If it panics.
    pub async fn compute<T: Send + 'static>(
        &self,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        let computing = spawn_blocking(move || {
            // It is given back when the computation ends, even if its worker has been cancelled.
            let _permit = permit;
            compute()
        });
        computing.await
    }
}
