//! [`join`]: how a worker comes to a crawl, the first one to a new crawl.

use std::io;
use std::process;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use common::Options;
use redis::pipe;
use redis::streams::StreamRangeReply;
use serde_json::{Value, from_str, json};
use tokio::time::timeout;
use web::resume::{check_header, header};

use super::fault::Fault;
use super::link::{ANSWER, Link};
use super::queue::{DAY, HEADER, Queue};
use super::server::Server;
use crate::stream::Tls;

/// The version of what is in Redis.
const VERSION: u32 = 3;

/// How a crawl is shared: where, and by which rules.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// The Redis.
    pub server: Server,
    /// The name of the crawl.
    pub name: String,
    /// How long a worker keeps the jobs that it has taken, without a sign of it.
    pub lease: Duration,
    /// A page with which so many workers have died is a failure.
    pub deaths: u32,
}

/// Connects to Redis, and begins the crawl or joins it.
///
/// # Errors
/// If Redis does not answer or refuses a call, if it may evict keys, or has a crawl of this name with other options.
pub async fn join(sharing: &Sharing, options: &Options, tls: &Tls) -> io::Result<Queue> {
    let link = Link::new(sharing.server.clone(), tls.clone());
    let away = || format!("Redis at {} does not answer; it was tried for {ANSWER:?}", sharing.server);
    // All machines may start at once, but a wrong address should be told soon.
    let greeted = timeout(ANSWER, link.call::<(String,)>(pipe().cmd("INFO").arg("memory"))).await;
    let (memory,) = greeted.map_err(|_| io::Error::other(away()))??;
    let policy = memory.lines().find_map(|line| line.strip_prefix("maxmemory_policy:"));
    if let Some(policy) = policy.filter(|policy| *policy != "noeviction") {
        let why = format!("Redis: its maxmemory-policy must be noeviction, and is {policy}");
        return Err(io::Error::other(why));
    }
    let (name, ours) = (&sharing.name, header_of(sharing, options));
    let records = format!("crawl:{{{name}}}:records");
    let theirs = begin(&link, &records, &ours).await?;
    let taken = |why| io::Error::other(format!("the name `{name}` is taken in Redis: {why}"));
    check_header(&theirs, &ours).map_err(taken)?;
    Ok(Queue::new(link, &new_name(), name, ours))
}

/// Begins a crawl by its first record, unless another worker has. Returns the header of the one that is there.
async fn begin(link: &Link, records: &str, header: &str) -> Result<Vec<u8>, Fault> {
    let mut begin = pipe();
    begin.cmd("XADD").arg(records).arg(HEADER).arg("header").arg(header);
    begin.cmd("EXPIRE").arg(records).arg(DAY);
    match link.call::<()>(&begin).await {
        // Redis refuses an id that is not after all others: another worker has begun the crawl.
        Err(Fault::Refused(error)) if error.to_string().contains("equal or smaller") => {}
        begun => begun?,
    }
    let mut first = pipe();
    first.cmd("XRANGE").arg(records).arg("-").arg("+").arg("COUNT").arg(1);
    let (first,): (StreamRangeReply,) = link.call(&first).await?;
    Ok(first.ids.first().ok_or(Fault::Lost)?.get("header").unwrap_or_default())
}

/// Returns a name that no other worker has.
fn new_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", process::id(), now.as_micros())
}

/// Returns the header of a journal, with what else all workers must agree on.
fn header_of(sharing: &Sharing, options: &Options) -> String {
    let mut header: Value = from_str(&header(options)).expect("a header is JSON");
    header["version"] = json!(format!("{} {VERSION}", env!("CARGO_PKG_VERSION")));
    header["--delay"] = json!(options.delay.as_millis() as u64);
    header["--lease"] = json!(sharing.lease.as_secs_f64());
    header["--deaths"] = json!(sharing.deaths);
    header.to_string()
}
