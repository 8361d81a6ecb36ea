//! [`Scripts`]: what the workers do to a crawl in Redis, and [`Keys`]: where it is there.
//!
//! Redis runs a script in one step: all others come before it or after it. A worker that has lost its connection does not
//! know whether Redis has run a script, and runs it again. Then no page is lost or reported twice, but a pause may be counted
//! twice.

use redis::{Script, ScriptInvocation};

/// The keys of a crawl, all of which each script declares:
///
/// - `state`: the id of the crawl, its header, and what all workers must know; the others are named after the id
/// - `seen`: each job that was found, with the redirects left there; `redirects`: where URLs redirect to
/// - `robots`: the rules of each origin, or nothing while they are asked for
/// - `records`: a stream of what was fetched, in the lines of `--resume`
/// - `queue`: the jobs that no worker has; `lanes`: when the next job of each host is due; `places`: the numbers of the lanes
/// - `leases`: when the lease of each job ends that a worker has; `jobs`: which worker that is
/// - `paces`: the turns of the hosts
const NAMES: [&str; 11] = [
    "state",
    "seen",
    "redirects",
    "robots",
    "records",
    "queue",
    "lanes",
    "places",
    "leases",
    "jobs",
    "paces",
];

/// Where a crawl is in Redis.
#[derive(Clone, Debug)]
pub struct Keys {
    id: String,
    keys: Vec<String>,
}

impl Keys {
    /// Returns the keys of the crawl of this name and id. The braces keep them together.
    pub fn of(name: &str, id: &str) -> Keys {
        let key = |key: &&str| match *key {
            "state" => state(name),
            key => format!("crawl:{{{name}}}:{id}:{key}"),
        };
        Keys { id: id.to_owned(), keys: NAMES.iter().map(key).collect() }
    }

    /// Prepares the call of a script.
    pub fn prepare<'a>(&self, script: &'a Script) -> ScriptInvocation<'a> {
        let mut call = script.prepare_invoke();
        for key in &self.keys {
            call.key(key);
        }
        call.arg(&self.id);
        call
    }
}

/// Returns the key that the crawl of a name begins with. Its name is also the channel of the crawl's news.
pub fn state(name: &str) -> String {
    format!("crawl:{{{name}}}:state")
}

/// The scripts. What each takes and returns stands in its file.
#[derive(Debug)]
pub struct Scripts {
    pub begin: Script,
    pub put_back: Script,
    pub hand_out: Script,
    pub turn: Script,
    pub settle: Script,
    pub admit: Script,
    pub give_back: Script,
    pub renew: Script,
    pub page: Script,
    pub counts: Script,
    pub rules: Script,
    pub status: Script,
}

impl Default for Scripts {
    fn default() -> Scripts {
        let clock = include_str!("scripts/clock.lua");
        let [open, lanes] = [include_str!("scripts/open.lua"), include_str!("scripts/lanes.lua")];
        let found = include_str!("scripts/found.lua");
        let script = |parts: &[&str]| Script::new(&parts.concat());
        Scripts {
            begin: script(&[
                clock,
                include_str!("scripts/begin.lua"),
                lanes,
                found,
                include_str!("scripts/roots.lua"),
            ]),
            put_back: script(&[clock, open, lanes, include_str!("scripts/put_back.lua")]),
            hand_out: script(&[clock, open, lanes, include_str!("scripts/hand_out.lua")]),
            turn: script(&[clock, open, lanes, include_str!("scripts/turn.lua")]),
            settle: script(&[clock, open, lanes, found, include_str!("scripts/settle.lua")]),
            admit: script(&[clock, open, lanes, found, include_str!("scripts/admit.lua")]),
            give_back: script(&[clock, open, lanes, include_str!("scripts/give_back.lua")]),
            renew: script(&[clock, open, lanes, include_str!("scripts/renew.lua")]),
            page: script(&[clock, open, include_str!("scripts/page.lua")]),
            counts: script(&[clock, open, include_str!("scripts/counts.lua")]),
            status: script(&[clock, open, include_str!("scripts/status.lua")]),
            rules: script(&[clock, open, include_str!("scripts/rules.lua")]),
        }
    }
}

impl Scripts {
    /// Returns a text that differs if one of the scripts does.
    pub fn version(&self) -> String {
        let Scripts { begin, put_back, hand_out, turn, settle, admit, give_back, renew, .. } = self;
        let Scripts { rules, page, counts, status, .. } = self;
        let all =
            [begin, put_back, hand_out, turn, settle, admit, give_back, renew, rules, page, counts, status];
        let hashes: String = all.iter().map(|script| script.get_hash()).collect();
        Script::new(&hashes).get_hash()[..8].to_owned()
    }
}
