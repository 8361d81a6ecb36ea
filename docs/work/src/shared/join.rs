//! [`Store::join`]: how a worker comes to a crawl, the first one to a new crawl.

use std::io::{self, Write, stderr};
use std::process;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use common::date::utc;
use common::extra::resume::{check_header, header};
use common::extra::robots::MAX_REDIRECTS;
use common::{Frontier, Services};
use redis::{RedisResult, ScriptInvocation, cmd};
use serde_json::{Map, Value, from_str, json};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::fault::Remedy;
use super::job::text_of;
use super::leases::Leases;
use super::link::Link;
use super::queue::Store;
use super::scripts::{Keys, Scripts, state};
use super::server::Server;
use crate::stream::Tls;

/// How long Redis is tried at the start: all machines may start at once, but a wrong address should be told soon.
const FIRST_TRIES: Duration = Duration::from_secs(5);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(100);

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
        let (scripts, id) = (Scripts::default(), new_id());
        let ours = header_of(place, services, &scripts);
        let mut begin = Keys::of(&place.name, &id).prepare(&scripts.begin);
        begin.arg(&ours).arg(rules(place, services)).arg(roots(services));
        let (id, worker, theirs, ended) = try_for_a_while(&link, &begin, &place.server).await?;
        check(&theirs, &ours)
            .map_err(|error| io::Error::other(format!("the crawl `{}` in Redis {error}", place.name)))?;
        if ended > 0 {
            // If that fails, the report is complete all the same.
            let when = utc(UNIX_EPOCH + Duration::from_millis(ended));
            let (name, another) = (&place.name, "another --name begins another crawl");
            let _ = writeln!(
                stderr(),
                "work: the crawl `{name}` ended at {when}, and this is its report; {another}"
            );
        }
        let (keys, scripts) = (Arc::new(Keys::of(&place.name, &id)), Arc::new(scripts));
        let leases = Leases::new(services.options.tasks());
        Ok(Store { link, keys, scripts, worker, lease: place.lease, leases })
    }
}

/// Returns an id that no other crawl has.
fn new_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", now.as_nanos(), process::id())
}

/// Returns the header of a journal, with the options on which depends how the workers share the crawl, and the version of their
/// scripts.
fn header_of(place: &Place, services: &Services, scripts: &Scripts) -> String {
    let mut header: Map<String, Value> = from_str(&header(&services.options)).expect("a header is JSON");
    header
        .insert("version".to_owned(), format!("{} {}", env!("CARGO_PKG_VERSION"), scripts.version()).into());
    header.insert("--delay".to_owned(), (services.options.delay.as_millis() as u64).into());
    header.insert("--lease".to_owned(), place.lease.as_secs_f64().into());
    header.insert("--handouts".to_owned(), place.handouts.into());
    Value::from(header).to_string()
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

/// Returns the options that the scripts need, as JSON.
fn rules(place: &Place, services: &Services) -> String {
    let options = &services.options;
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
    let mut options = services.options.clone();
    (options.obey_robots, options.max_pages) = (false, None);
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
    match timeout(FIRST_TRIES, tries).await {
        Ok(joined) => joined,
        Err(_) => Err(io::Error::other(format!(
            "Redis at {server} does not answer{last}; it was tried for {} s",
            FIRST_TRIES.as_secs()
        ))),
    }
}

/// Begins the crawl or joins it, if Redis keeps what it is given.
async fn try_join(link: &Link, begin: &ScriptInvocation<'_>) -> RedisResult<io::Result<Joined>> {
    let (_, mut connection) = link.connection().await?;
    let memory: String = cmd("INFO").arg("memory").query_async(&mut connection).await?;
    let policy =
        memory.lines().find_map(|line| line.strip_prefix("maxmemory_policy:")).unwrap_or("noeviction");
    if policy != "noeviction" {
        return Ok(Err(io::Error::other(format!(
            "Redis may evict any key of the crawl: its maxmemory-policy is {policy}, and must be noeviction"
        ))));
    }
    link.try_call(begin).await.map(Ok)
}
