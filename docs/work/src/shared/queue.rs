//! The joinable queue for the fourth time: `get`, `put`, `task_done` and `join`, in Redis.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::crawl::target::Kind;
use common::extra::resume::line::line_of;
use common::extra::robots::{Learned, Rules};
use common::{Outcome, Target};
use redis::cmd;
use url::Url;

use super::store::{Ask, Store};

/// How long one wait for a new job may take.
const WAIT: Duration = Duration::from_millis(100);

/// A target that this worker has taken from the queue.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its place in the stream.
    pub id: String,
    /// What is to be fetched.
    pub target: Target,
    /// How many redirects may be followed if it is a robots.txt.
    redirects_left: u32,
}

/// An entry of the stream: its id, and its fields.
type Entry = (String, HashMap<String, String>);

impl Store {
    /// Takes up to `most` jobs. Returns none if there are none at present, and `None` when no job is open: an empty queue is
    /// not a finished one.
    ///
    /// Dropping this future may leave jobs without a worker until their lease is over.
    pub async fn take(&self, most: usize, lease: Duration) -> Option<Vec<Job>> {
        let mut take_over = self.keys().prepare(&self.scripts().take_over);
        take_over.arg(self.worker()).arg(lease.as_millis() as u64).arg(most);
        let (old, open): (Vec<Entry>, i64) = self.ask(Ask::Script(&take_over)).await;
        match open {
            0 => return None,
            1.. if old.is_empty() => {}
            1.. => return Some(self.jobs(old).await),
            _ => return self.forgotten().await,
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP").arg("workers").arg(self.worker()).arg("COUNT").arg(most);
        read.arg("BLOCK").arg(WAIT.as_millis() as u64).arg("STREAMS").arg(self.keys().key("jobs")).arg(">");
        let streams: Option<Vec<(String, Vec<Entry>)>> = self.ask(Ask::Blocking(&read)).await;
        let new = streams.into_iter().flatten().next().map(|(_stream, entries)| entries);
        Some(self.jobs(new.unwrap_or_default()).await)
    }

    async fn jobs(&self, entries: Vec<Entry>) -> Vec<Job> {
        match entries.iter().map(job).collect() {
            Some(jobs) => jobs,
            None => self.fail(io::Error::other("Redis: the stream of jobs has an entry that is none")).await,
        }
    }

    /// Settles a job with its outcome, or with none if a robots.txt forbids it. If another worker was first, nothing happens.
    pub async fn settle(&self, job: &Job, outcome: Option<&Outcome>) {
        let mut settle = self.keys().prepare(&self.scripts().settle);
        settle.arg(&job.id).arg(job.target.url.as_str());
        settle.arg(outcome.map_or(String::new(), |outcome| line_of(&job.target, outcome)));
        match (outcome, &job.target.kind) {
            (Some(outcome), Kind::RobotsTxt { of }) => {
                let (next, learned) = match outcome.learned(job.redirects_left) {
                    Learned::MovedTo(url) => (url.to_string(), "moved".to_owned()),
                    Learned::Rules(rules) => (String::new(), json(&rules)),
                    Learned::Failed => (String::new(), json(&Rules::forbid_all())),
                };
                settle.arg(next).arg(learned).arg(of.as_str()).arg(job.redirects_left.saturating_sub(1));
            }
            (outcome, _) => {
                let redirect = outcome.and_then(Outcome::redirect).map_or("", |url| url.as_str());
                settle.arg(redirect).arg("").arg("").arg(0);
                for link in outcome.map_or(&[][..], Outcome::links) {
                    settle.arg(link.as_str());
                }
            }
        }
        let _is_first: bool = self.ask(Ask::Script(&settle)).await;
    }

    /// Renews the leases of these jobs, and the time that the crawl is kept.
    pub async fn renew(&self, ids: &[String]) {
        let mut renew = self.keys().prepare(&self.scripts().renew);
        self.ask(Ask::Script(renew.arg(self.worker()).arg(ids))).await
    }

    /// Gives a job back, so that another worker takes it at once.
    pub async fn give_back(&self, id: &str) {
        let mut give_back = self.keys().prepare(&self.scripts().give_back);
        self.ask(Ask::Script(give_back.arg(self.worker()).arg(id))).await
    }
}

/// Returns the job in an entry of the stream.
fn job((id, fields): &Entry) -> Option<Job> {
    let field = |name: &str| fields.get(name);
    let url = |name: &str| Some(Arc::new(Url::parse(field(name)?).ok()?));
    let target = match field("kind")?.as_str() {
        "page" => Target::page(url("url")?),
        _ => Target::robots_txt(url("url")?, url("of")?),
    };
    Some(Job { id: id.clone(), target, redirects_left: field("left")?.parse().ok()? })
}

fn json(rules: &Rules) -> String {
    serde_json::to_string(rules).expect("strings, numbers and lists are JSON")
}
