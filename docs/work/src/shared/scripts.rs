//! [`Keys`]: where a crawl is in Redis, and the script that changes it there.
//!
//! A worker that has lost its connection does not know whether Redis has run a step, and asks for it again. Then no page is lost
//! or reported twice, but a pause may be counted twice.

use std::sync::LazyLock;

use redis::{Script, ScriptInvocation};

/// All that workers do to a crawl.
static CRAWL: LazyLock<Script> = LazyLock::new(|| {
    Script::new(concat!(
        include_str!("scripts/crawl.lua"),
        include_str!("scripts/lanes.lua"),
        include_str!("scripts/found.lua"),
        include_str!("scripts/hand_out.lua"),
        include_str!("scripts/settle.lua"),
        include_str!("scripts/leases.lua"),
        include_str!("scripts/run.lua"),
    ))
});

/// The keys of a crawl; before them comes the one of [`state`].
///
/// - `seen`: each job that was found, with the redirects left there; `redirects`: where URLs redirect to
/// - `robots`: the rules of each origin, or nothing while they are asked for
/// - `records`: a stream of what was fetched, in the lines of `--resume`
/// - `queue`: the jobs that no worker has; `lanes`: when the next job of each host is due; `places`: the numbers of the lanes
/// - `leases`: when the lease of each job ends that a worker has; `jobs`: which worker that is
/// - `paces`: the turns of the hosts
const NAMES: [&str; 10] =
    ["seen", "redirects", "robots", "records", "queue", "lanes", "places", "leases", "jobs", "paces"];

/// Where a crawl is in Redis.
pub struct Keys {
    id: String,
    keys: Vec<String>,
}

impl Keys {
    /// Returns the keys of the crawl of this name and id. The braces keep them together.
    pub fn of(name: &str, id: &str) -> Keys {
        let others = NAMES.map(|key| format!("crawl:{{{name}}}:{id}:{key}"));
        Keys { id: id.to_owned(), keys: [state(name)].into_iter().chain(others).collect() }
    }

    /// Prepares the call of a step.
    pub fn step(&self, name: &str) -> ScriptInvocation<'static> {
        let mut call = CRAWL.prepare_invoke();
        call.key(&self.keys).arg(&self.id).arg(name);
        call
    }
}

/// Returns the key that the crawl of a name begins with: its id, its header, and what all workers must know. Its name is also that
/// of the channel of the crawl's news.
pub fn state(name: &str) -> String {
    format!("crawl:{{{name}}}:state")
}

/// Returns a text that differs if the script does.
pub fn version() -> &'static str {
    &CRAWL.get_hash()[..8]
}
