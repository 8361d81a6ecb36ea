//! [`Robots`]: what each robots.txt allows, which one worker has fetched for all.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use common::crawl::target::Kind;
use common::extra::robots::{Learned, Rules};
use common::fetch::pace::MAX_CRAWL_DELAY;
use common::{Options, Outcome, Target};
use redis::cmd;
use url::Url;

use super::store::{Ask, Store};
use super::turns::Turns;

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
    pub async fn allow(&self, target: &Target) -> bool {
        if !self.obeys || target.kind != Kind::Page {
            return true;
        }
        let Ok(origin) = target.url.join("/robots.txt") else { return false };
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&origin).cloned();
        let rules = match known {
            Some(rules) => rules,
            None => self.ask(origin).await,
        };
        rules.allow(&target.url)
    }

    /// Keeps the delay that a robots.txt asks for, if the target is one.
    pub async fn learn(&self, target: &Target, outcome: &Outcome, turns: &Turns) {
        let Kind::RobotsTxt { of } = &target.kind else { return };
        if let Learned::Rules(Rules { crawl_delay: Some(delay), .. }) = outcome.learned(0) {
            turns.note(of, Duration::ZERO, delay.min(MAX_CRAWL_DELAY)).await;
        }
    }

    async fn ask(&self, origin: Url) -> Arc<Rules> {
        let mut get = cmd("HGET");
        get.arg(self.store.keys().key("robots")).arg(origin.as_str());
        let rules: Option<String> = self.store.ask(Ask::Command(&get)).await;
        match serde_json::from_str::<Rules>(&rules.unwrap_or_default()).map(Arc::new) {
            Ok(rules) => {
                let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(origin, Arc::clone(&rules));
                rules
            }
            Err(_) => self.store.fail(io::Error::other(format!("Redis has no rules of {origin}"))).await,
        }
    }
}
