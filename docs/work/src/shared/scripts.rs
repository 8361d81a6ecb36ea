//! [`Scripts`]: what the workers do to a crawl in Redis, and [`Keys`]: where it is there.
//!
//! Redis runs a script in one step: all others come before it or after it. A worker that has lost its connection does not
//! know whether Redis has run a script, and runs it again. Then no page is lost or reported twice, but a pause or a take-over
//! may be counted twice.

use redis::{Script, ScriptInvocation};

/// The keys of a crawl. The braces keep them together in a cluster.
#[derive(Debug)]
pub struct Keys(String);

impl Keys {
    /// Returns the keys of the crawl of this name.
    pub fn of(crawl: &str) -> Keys {
        Keys(format!("crawl:{{{crawl}}}:"))
    }

    /// Returns one key.
    pub fn key(&self, name: &str) -> String {
        format!("{}{name}", self.0)
    }

    /// Prepares a script with the keys that all scripts of the queue have.
    ///
    /// - `jobs`: a stream of what is to be fetched, and the group `workers` that reads it
    /// - `seen`: each URL, with the redirects left there; `redirects`: where URLs redirect to
    /// - `robots`: the rules of each origin, or nothing while they are asked for
    /// - `records`: a stream of what was fetched, in the lines of `--resume`
    /// - `state`: the count of open jobs, and what all workers must know
    /// - `waiting:ORIGIN`: the URLs that wait for a robots.txt
    pub fn prepare<'a>(&self, script: &'a Script) -> ScriptInvocation<'a> {
        let mut invocation = script.prepare_invoke();
        for name in ["jobs", "seen", "redirects", "robots", "records", "state", "waiting:"] {
            invocation.key(self.key(name));
        }
        invocation
    }
}

/// The scripts of the queue, and those of the hosts' turns. What each takes and returns stands in its file.
#[derive(Debug)]
pub struct Scripts {
    pub begin: Script,
    pub settle: Script,
    pub take_over: Script,
    pub renew: Script,
    pub give_back: Script,
    pub turn: Script,
    pub pause: Script,
}

impl Default for Scripts {
    fn default() -> Scripts {
        let script = |parts: &[&str]| Script::new(&[&[include_str!("clock.lua")], parts].concat().concat());
        let of_queue = |text| script(&[include_str!("queue.lua"), text]);
        Scripts {
            begin: of_queue(include_str!("begin.lua")),
            settle: of_queue(include_str!("settle.lua")),
            take_over: of_queue(include_str!("take_over.lua")),
            renew: of_queue(include_str!("renew.lua")),
            give_back: of_queue(include_str!("give_back.lua")),
            turn: script(&[include_str!("turn.lua")]),
            pause: script(&[include_str!("pause.lua")]),
        }
    }
}
