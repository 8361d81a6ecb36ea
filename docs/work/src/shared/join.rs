//! [`Store::join`]: how a worker comes to a crawl, the first one to a new crawl.

use std::io;
use std::process;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use common::date::utc;
use common::extra::resume::{check_header, header};
use common::extra::robots::MAX_REDIRECTS;
use common::{Frontier, Options, Services};
use program::log;
use serde_json::{Value, from_str, json};
use tokio::time::timeout;

use super::job::text_of;
use super::link::Link;
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

impl Store {
    /// Connects to Redis, and begins the crawl or joins it.
    ///
    /// # Errors
    /// If Redis is away for 5 s or refuses the call, if it may evict keys, or has a crawl of this name with other options.
    pub async fn join(place: &Place, services: &Services, tls: &Tls) -> io::Result<Store> {
        let link = Link::new(place.server.clone(), tls.clone(), state(&place.name));
        let ours = header_of(place, &services.options);
        let new = new_id();
        let mut begin = Keys::of(&place.name, &new).step("begin");
        begin.arg(&ours).arg(roots(services));
        let joined = timeout(FIRST_TRIES, link.call::<(String, String, u64)>(&begin)).await;
        let away = || format!("Redis at {} does not answer; it was tried for {FIRST_TRIES:?}", place.server);
        let (id, theirs, ended) = joined.map_err(|_| io::Error::other(away()))??;
        let name = &place.name;
        let taken = |why| io::Error::other(format!("the name `{name}` is taken in Redis: {why}"));
        check_header(theirs.as_bytes(), &ours).map_err(taken)?;
        if ended > 0 {
            let when = utc(UNIX_EPOCH + Duration::from_millis(ended));
            let another = "another --name begins another crawl";
            log::say!("the crawl `{name}` ended at {when}, and this is its report; {another}");
        }
        let (keys, worker, lease) = (Keys::of(name, &id).into(), new.into(), place.lease);
        let (leases, misses, rules) = Default::default();
        Ok(Store { link, keys, worker, lease, leases, misses, rules })
    }
}

/// Returns an id that no other worker has. It is also that of a crawl which this one begins.
fn new_id() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", now.as_nanos(), process::id())
}

/// Returns the header of a journal, with what else all workers must agree on: the version of their script, and how they share the
/// crawl.
fn header_of(place: &Place, options: &Options) -> String {
    let mut header: Value = from_str(&header(options)).expect("a header is JSON");
    header["version"] = json!(format!("{} {}", env!("CARGO_PKG_VERSION"), version()));
    header["--delay"] = json!(options.delay.as_millis() as u64);
    header["--lease"] = json!(place.lease.as_secs_f64());
    header["--handouts"] = json!(place.handouts);
    header["robots_redirects"] = json!(MAX_REDIRECTS);
    header.to_string()
}

/// Returns the jobs that a crawl begins with, as JSON.
fn roots(services: &Services) -> String {
    // Redis holds back what a robots.txt may forbid, and counts the pages.
    let options = Options { obey_robots: false, max_pages: None, ..services.options.clone() };
    let roots = Frontier::new(&options).roots();
    json!(roots.iter().map(|root| text_of(&root.url, &services.scope)).collect::<Vec<_>>()).to_string()
}
