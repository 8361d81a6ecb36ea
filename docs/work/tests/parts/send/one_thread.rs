//! [`OneThread`]: a runtime on which a fetch that blocks its thread is noticed.

use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use common::{FetchError, Options, Response, Services, Target};
use practice_site::{Answer, Site};
use test_tools::watchdog::watched_within;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use url::Url;
use work::fetch::fetch;
use work::stream::Tls;

/// The longest that a fetch may take. One of them times out once, after a second.
const LIMIT: Duration = Duration::from_secs(3);

type Fetched = Result<Response, FetchError>;

/// Fetches on one thread, so that a task which blocks it is noticed.
pub struct OneThread {
    /// It is never dropped, because that would wait for the thread.
    pub runtime: &'static Runtime,
    services: Arc<Services>,
}

impl OneThread {
    pub fn new(services: impl Into<Services>) -> OneThread {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).max_blocking_threads(1).enable_all().build().unwrap();
        OneThread { runtime: Box::leak(Box::new(runtime)), services: Arc::new(services.into()) }
    }

    /// Returns a fetch, which nothing polls.
    pub fn future(&self, url: Url) -> Pin<Box<dyn Future<Output = Fetched> + Send>> {
        let (target, services) = (Target::page(Arc::new(url)), Arc::clone(&self.services));
        Box::pin(async move { fetch(&target, &services, &Tls::new(&services.options)).await })
    }

    /// Spawns a fetch.
    pub fn fetch(&self, url: Url) -> JoinHandle<Fetched> {
        self.runtime.spawn(self.future(url))
    }

    /// Waits for the end of a fetch. If it does not end, the panic says `hangs`.
    #[track_caller]
    pub fn ended<T: Send + 'static>(&self, task: JoinHandle<T>, hangs: &'static str) -> T {
        let runtime = self.runtime;
        let ended = watched_within(LIMIT, move || runtime.block_on(task), || hangs.to_owned());
        ended.unwrap_or_else(|error| resume_unwind(error.into_panic()))
    }
}

pub fn site() -> practice_site::Builder {
    Site::builder().content(|_| Some(Answer::html("a page")))
}

/// Returns options whose time limit ends no fetch before the test ends.
pub fn options() -> Options {
    Options { timeout: Duration::from_secs(3600), ..Options::new([]) }
}
