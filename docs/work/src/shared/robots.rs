//! [`Robots`]: what each robots.txt allows, which one worker has fetched for all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use common::crawl::target::Kind;
use common::extra::robots::Rules;
use common::{Options, Target};
use url::Url;

use super::fault::Fault;
use super::queue::Store;

/// The rules of the origins that this worker has asked for.
#[derive(Clone)]
pub struct Robots {
    store: Store,
    obeys: bool,
    known: Arc<Mutex<HashMap<Url, Arc<Rules>>>>,
}

impl Robots {
    /// Makes the rules of a crawl with these options.
    pub fn new(store: &Store, options: &Options) -> Robots {
        Robots { store: store.clone(), obeys: options.obey_robots, known: Arc::default() }
    }

    /// Returns whether the target may be fetched. A page is a job only after the robots.txt of its origin is known.
    ///
    /// # Errors
    /// If Redis refuses, has lost the crawl, or is away at the end.
    pub async fn allow(&self, target: &Target) -> Result<bool, Fault> {
        if !self.obeys || target.kind != Kind::Page {
            return Ok(true);
        }
        let Ok(origin) = target.url.join("/robots.txt") else { return Ok(false) };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&origin).cloned();
        let rules = match known {
            Some(rules) => rules,
            None => self.ask(origin).await?,
        };
        Ok(rules.allow(&target.url))
    }

    async fn ask(&self, origin: Url) -> Result<Arc<Rules>, Fault> {
        let rules: String = self.store.rules(&origin).await?;
        let rules = serde_json::from_str::<Rules>(&rules).map(Arc::new);
        let rules = rules.map_err(|_| Fault::Damaged(format!("no rules of {origin}")))?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(origin, Arc::clone(&rules));
        Ok(rules)
    }
}
