//! [`Cache`]: the pages that were fetched, for the next crawl that asks for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::lock::lock;
use common::{FetchError, Response, Services, Target};
use stage3_futures::reactor::Reactor;
use url::Url;

use crate::fetch::fetch;

/// Pages that are fetched once, and then kept. Crawls on several threads may share it, so its fields are behind mutexes.
///
/// ```
/// # use std::sync::Arc;
/// # use common::{Options, Services, Target};
/// # use practice_site::{Answer, Site};
/// # use stage3_futures::reactor::Reactor;
/// # use stage4_async::executor::block_on;
/// use stage4_async::strategies::cache::Cache;
///
/// # let site = Site::builder().page("/", Answer::html("a page")).start()?;
/// # let services = Arc::new(Services::new(Options::new([site.url("/")])));
/// # let target = Target::page(Arc::new(site.url("/")));
/// # let reactor = Reactor::new()?;
/// let cache = Cache::default();
/// for _ in 0..2 {
///     let page = block_on(&reactor, cache.get(&target, &services, &reactor))?;
///     assert_eq!(page?.body, b"a page");
/// }
/// assert_eq!(cache.asked().len(), 2);
/// assert_eq!(site.hits("/"), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Cache {
    pages: Mutex<HashMap<Arc<Url>, Arc<Response>>>,
    asked: Mutex<Vec<Arc<Url>>>,
}

impl Cache {
    /// Returns the page of `target`, and fetches it if it was not fetched before.
    ///
    /// # Errors
    /// If every try fails. The next call fetches the page anew.
    pub async fn get(
        &self,
        target: &Target,
        services: &Arc<Services>,
        reactor: &Reactor,
    ) -> Result<Arc<Response>, FetchError> {
        lock(&self.asked).push(Arc::clone(&target.url));
        // The guard ends with its statement. It must not live across the await, where others need the lock.
        let known = lock(&self.pages).get(&target.url).cloned();
        if let Some(page) = known {
            return Ok(page);
        }
        let page = Arc::new(fetch(target, services, reactor).await?);
        lock(&self.pages).insert(Arc::clone(&target.url), Arc::clone(&page));
        Ok(page)
    }

    /// Returns which pages were asked for, in this order.
    pub fn asked(&self) -> Vec<Arc<Url>> {
        lock(&self.asked).clone()
    }
}
