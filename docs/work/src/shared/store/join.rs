//! [`Store::join`]: how a worker comes to a crawl, the first one to a new crawl.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::extra::resume::{check_header, header};
use common::extra::robots::MAX_REDIRECTS;
use common::{Frontier, Options};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisResult, ScriptInvocation};
use serde_json::{Map, Value, from_str};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use super::{Inner, PAUSE, Store, about_redis, is_away};
use crate::shared::scripts::{Keys, Scripts};

/// How long Redis may take to answer. After that, the connection is made anew.
const ANSWER: Duration = Duration::from_secs(5);

/// How often Redis is tried at the start, for about 3 s: all machines may start at once, but a wrong address should be told soon.
const FIRST_TRIES: u32 = 30;

/// Where a crawl is shared.
#[derive(Clone, Debug)]
pub struct Place {
    /// The URL of Redis.
    pub redis: String,
    /// The name of the crawl.
    pub name: String,
    /// How long a worker keeps the jobs that it has taken, without a sign of it.
    pub lease: Duration,
}

impl Store {
    /// Connects to Redis, and begins the crawl or joins it. An error that ends the work later goes to `failed`.
    ///
    /// # Errors
    /// If Redis is away or refuses the call, or has a crawl of this name with other options.
    pub async fn join(place: &Place, options: &Options, failed: Sender<io::Error>) -> io::Result<Store> {
        let client = Client::open(&*place.redis).map_err(about_redis)?;
        let (keys, scripts, ours) = (Keys::of(&place.name), Scripts::default(), header_of(place, options));
        let mut begin = keys.prepare(&scripts.begin);
        let most = options.max_pages.map_or(String::new(), |most| most.to_string());
        begin.arg(&ours).arg(options.max_redirects).arg(most);
        begin.arg(u8::from(options.obey_robots)).arg(MAX_REDIRECTS);
        // Redis holds back what a robots.txt may forbid, and counts the pages.
        let all = Options { obey_robots: false, max_pages: None, ..options.clone() };
        for root in Frontier::new(&all).roots() {
            begin.arg(root.url.as_str());
        }
        let mut tries = 1;
        let (calls, reads, number, theirs) = loop {
            match try_join(&client, &begin).await {
                Ok(joined) => break joined,
                Err(error) if is_away(&error) && tries < FIRST_TRIES => sleep(PAUSE).await,
                Err(error) => return Err(about_redis(error)),
            }
            tries += 1;
        };
        check_header(theirs.as_bytes(), &ours)
            .map_err(|error| io::Error::other(format!("the crawl `{}` in Redis: {error}", place.name)))?;
        let (worker, is_away) = (format!("worker {number}"), AtomicBool::new(false));
        Ok(Store(Arc::new(Inner { keys, scripts, calls, reads, worker, failed, is_away })))
    }
}

/// Returns the header of a journal, with the options on which depends how the workers share the crawl.
fn header_of(place: &Place, options: &Options) -> String {
    let mut header: Map<String, Value> = from_str(&header(options)).expect("a header is JSON");
    header.insert("--delay".to_owned(), (options.delay.as_millis() as u64).into());
    header.insert("--lease".to_owned(), place.lease.as_secs_f64().into());
    Value::from(header).to_string()
}

/// Connects to Redis, and begins the crawl or joins it. Returns two connections, the number of this worker, and the header of
/// the crawl.
async fn try_join(
    client: &Client,
    begin: &ScriptInvocation<'_>,
) -> RedisResult<(ConnectionManager, ConnectionManager, u64, String)> {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(ANSWER))
        .set_response_timeout(Some(ANSWER))
        .set_number_of_retries(0);
    let mut calls = ConnectionManager::new_with_config(client.clone(), config.clone()).await?;
    let reads = ConnectionManager::new_with_config(client.clone(), config).await?;
    let (number, header) = begin.invoke_async(&mut calls).await?;
    Ok((calls, reads, number, header))
}
