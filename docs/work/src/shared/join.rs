//! [`Store::join`]: how a worker comes to a crawl, the first one to a new crawl.

use std::io;
use std::process;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use common::date::utc;
use common::extra::resume::{check_header, header};
use common::extra::robots::MAX_REDIRECTS;
use common::{Frontier, Options, Services};
use program::log;
use redis::{RedisResult, ScriptInvocation, cmd};
use serde_json::{Value, from_str, json};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::fault::Remedy;
use super::job::text_of;
use super::leases::Leases;
use super::link::{Link, PAUSE};
use super::queue::Store;
use super::scripts::{Keys, state, version};
use super::server::Server;
use crate::stream::Tls;

/// How long Redis is tried at the start: all machines may start at once, but a wrong address should be told soon.
const FIRST_TRIES: Duration = Duration::from_secs(5);

/// Where a crawl is shared.
#[derive(Clone, Debug)]
pub struct Place {
    /// The Redis.
    pub server: Server,
    /// The name of the crawl.
    pub name: String,
    /// How long a worker keeps the jobs that it has taken, without a sign of it.
    pub lease: Duration,
    /// How often a page is handed out whose workers die.
    pub handouts: u32,
}

/// What a worker learns when it joins: the id of the crawl, the worker's number, the header of the crawl, and when the crawl ended,
/// in milliseconds since 1970, or 0.
type Joined = (String, u64, String, u64);

impl Store {
    /// Connects to Redis, and begins the crawl or joins it. After `end`, no call of the store waits.
    ///
    /// # Errors
    /// If Redis is away for 5 s or refuses the call, if it may evict keys, or has a crawl of this name with other options.
    pub async fn join(
        place: &Place,
        services: &Services,
        tls: &Tls,
        end: CancellationToken,
    ) -> io::Result<Store> {
        let link = Link::new(place.server.clone(), tls.clone(), state(&place.name), end);
        let ours = header_of(place, &services.options);
        let mut begin = Keys::of(&place.name, &new_id()).step("begin");
        begin.arg(&ours).arg(rules(place, &services.options)).arg(roots(services));
        let (id, worker, theirs, ended) = try_for_a_while(&link, &begin, &place.server).await?;
        let name = &place.name;
        check(&theirs, &ours)
            .map_err(|why| io::Error::other(format!("the crawl `{name}` in Redis {why}")))?;
        if ended > 0 {
            let when = utc(UNIX_EPOCH + Duration::from_millis(ended));
            let another = "another --name begins another crawl";
            log::say!("the crawl `{name}` ended at {when}, and this is its report; {another}");
        }
        let (keys, leases) = (Arc::new(Keys::of(name, &id)), Leases::new(services.options.tasks()));
        Ok(Store { link, keys, worker, lease: place.lease, leases })
    }
}

/// Returns an id that no other crawl has.
fn new_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", now.as_nanos(), process::id())
}

/// Returns the header of a journal, with the options on which depends how the workers share the crawl, and the version of their
/// script.
fn header_of(place: &Place, options: &Options) -> String {
    let mut header: Value = from_str(&header(options)).expect("a header is JSON");
    header["version"] = json!(format!("{} {}", env!("CARGO_PKG_VERSION"), version()));
    header["--delay"] = json!(options.delay.as_millis() as u64);
    header["--lease"] = json!(place.lease.as_secs_f64());
    header["--handouts"] = json!(place.handouts);
    header.to_string()
}

/// Checks the header of a crawl that is there.
fn check(theirs: &str, ours: &str) -> Result<(), String> {
    let version =
        |header| from_str::<Value>(header).map(|header| header["version"].clone()).unwrap_or_default();
    if version(theirs) != version(ours) {
        return Err("was begun by another version of this program".to_owned());
    }
    check_header(theirs.as_bytes(), ours).map_err(|error| format!("is another one: {error}"))
}

/// Returns the options that the script needs, as JSON.
fn rules(place: &Place, options: &Options) -> String {
    let mut rules = json!({
        "max_redirects": options.max_redirects,
        "obey_robots": u8::from(options.obey_robots),
        "robots_redirects": MAX_REDIRECTS,
        "delay": options.delay.as_millis() as u64,
        "lease": place.lease.as_millis() as u64,
        "handouts": place.handouts,
    });
    if let Some(most) = options.max_pages {
        rules["pages_left"] = json!(most);
    }
    rules.to_string()
}

/// Returns the jobs that a crawl begins with, as JSON.
fn roots(services: &Services) -> String {
    // Redis holds back what a robots.txt may forbid, and counts the pages.
    let options = Options { obey_robots: false, max_pages: None, ..services.options.clone() };
    let roots = Frontier::new(&options).roots();
    json!(roots.iter().map(|root| text_of(&root.url, &services.scope)).collect::<Vec<_>>()).to_string()
}

/// Begins the crawl or joins it, as soon as Redis can.
async fn try_for_a_while(link: &Link, begin: &ScriptInvocation<'_>, server: &Server) -> io::Result<Joined> {
    let mut last = String::new();
    let tries = async {
        loop {
            match try_join(link, begin).await.map_err(|error| (error.to_string(), Remedy::of(error))) {
                Ok(joined) => return joined,
                Err((_, Remedy::Nothing(fault))) => return Err(fault.into()),
                Err((text, _)) => last = format!(" ({text})"),
            }
            sleep(PAUSE).await;
        }
    };
    let joined = timeout(FIRST_TRIES, tries).await;
    joined.unwrap_or_else(|_| {
        let why = format!("Redis at {server} does not answer{last}; it was tried for {FIRST_TRIES:?}");
        Err(io::Error::other(why))
    })
}

/// Begins the crawl or joins it, if Redis keeps what it is given.
async fn try_join(link: &Link, begin: &ScriptInvocation<'_>) -> RedisResult<io::Result<Joined>> {
    let (mut connection, _) = link.connection().await?;
    let memory: String = cmd("INFO").arg("memory").query_async(&mut connection).await?;
    let policy =
        memory.lines().find_map(|line| line.strip_prefix("maxmemory_policy:")).unwrap_or("noeviction");
    if policy != "noeviction" {
        let why =
            format!("Redis may evict any key: its maxmemory-policy is {policy}, and must be noeviction");
        return Ok(Err(io::Error::other(why)));
    }
    link.try_call(begin).await.map(Ok)
}
