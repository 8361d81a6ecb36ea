//! [`Robots`]: what each robots.txt allows, which one worker has fetched for all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::Target;
use common::crawl::target::Kind;
use common::extra::robots::Rules;
use common::lock::lock;
use url::Url;

use super::fault::Fault;
use super::queue::Store;

/// The rules of the origins that this worker has asked Redis for.
#[derive(Clone, Default)]
pub struct Robots(Arc<Mutex<HashMap<Url, Arc<Rules>>>>);

impl Robots {
    /// Returns whether the target may be fetched. A page is a job only after the robots.txt of its origin is known.
    pub async fn allow(&self, target: &Target, store: &Store) -> Result<bool, Fault> {
        let Ok(origin) = target.url.join("/robots.txt") else { return Ok(false) };
        if target.kind != Kind::Page {
            return Ok(true);
        }
        let known = lock(&self.0).get(&origin).cloned();
        if let Some(rules) = known {
            return Ok(rules.allow(&target.url));
        }
        let rules = serde_json::from_str::<Rules>(&store.rules(&origin).await?).map(Arc::new);
        let rules = rules.map_err(|_| Fault::Damaged(format!("no rules of {origin}")))?;
        lock(&self.0).insert(origin, Arc::clone(&rules));
        Ok(rules.allow(&target.url))
    }
}
