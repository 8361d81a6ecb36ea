//! [`Job`]: what the queue in Redis holds, as a text; and [`Came`]: what a job has come to.

use std::sync::Arc;

use common::crawl::scope::Scope;
use common::crawl::target::Kind;
use common::extra::resume::line::line_of;
use common::extra::robots::{Learned, Rules};
use common::fetch::pace::MAX_CRAWL_DELAY;
use common::{Outcome, Target};
use serde_json::{Value, json};
use url::Url;

use super::fault::Fault;

/// How many links one call puts into the queue: a script must not run for long, because all workers wait for it.
pub const LINKS: usize = 1000;

/// A job that this worker has taken from the queue.
#[derive(Clone, Debug)]
pub struct Job {
    /// The job as the queue has it.
    pub text: String,
    /// What is to be done.
    pub task: Task,
    /// How often it was handed out, this time included.
    pub handouts: u32,
    /// The number of its next try, counted from 1.
    pub tries: u32,
    /// Whether its host has turns, so that the worker has to take one.
    pub has_turn: bool,
    /// Whether its worker is to do nothing else meanwhile: workers have died with it.
    pub is_alone: bool,
}

/// A job as Redis hands it out, in the order of the fields of [`Job`].
pub(super) type HandedOut = (String, u32, u32, bool, bool);

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Task {
    /// A fetch. If it is that of a robots.txt, so many redirects may be followed.
    Fetch(Target, u32),
    /// The record of a page that has more links than one call puts into the queue.
    Links(String),
}

impl Job {
    /// Reads a job.
    ///
    /// # Errors
    /// If no program of this version has written it.
    pub(super) fn parse((text, handouts, tries, has_turn, is_alone): HandedOut) -> Result<Job, Fault> {
        match task(&text) {
            Some(task) => Ok(Job { text, task, handouts, tries, has_turn, is_alone }),
            None => Err(Fault::Damaged(format!("a job that is none: {text:?}"))),
        }
    }
}

fn task(text: &str) -> Option<Task> {
    let mut words = text.split(' ');
    let kind = words.next()?;
    let mut url = || Some(Arc::new(Url::parse(words.next()?).ok()?));
    Some(match kind {
        "page" => Task::Fetch(Target::page(url()?), 0),
        "external" => Task::Fetch(Target::external(url()?), 0),
        "robots.txt" => {
            let target = Target::robots_txt(url()?, url()?);
            Task::Fetch(target, words.next()?.parse().ok()?)
        }
        "links" => Task::Links(words.next()?.to_owned()),
        _ => return None,
    })
}

/// Returns the job of a URL that was found.
pub fn text_of(url: &Url, scope: &Scope) -> String {
    let kind = if scope.has_site(url) { "page" } else { "external" };
    format!("{kind} {url}")
}

/// What a job has come to.
#[derive(Debug, Default)]
pub struct Came {
    /// The line of its record; empty if it has none.
    pub line: String,
    /// The links of the page, as jobs; those that come later, too.
    links: Vec<String>,
    redirect: Option<String>,
    /// The next job of a robots.txt.
    put: Vec<String>,
    /// The robots.txt, its rules as JSON, and the delay that it asks for, in milliseconds.
    rules: Option<(Arc<Url>, String, u64)>,
}

impl Came {
    /// Returns what the outcome of `target` leads to. A robots.txt may be redirected `redirects_left` more times.
    pub fn of(target: &Target, redirects_left: u32, outcome: &Outcome, scope: &Scope) -> Came {
        let mut came = Came { line: line_of(target, outcome), ..Came::default() };
        let job = |url: &Url| text_of(url, scope);
        let Kind::RobotsTxt { of } = &target.kind else {
            came.links = outcome.links().iter().map(job).collect();
            came.redirect = outcome.redirect().map(|url| job(url));
            return came;
        };
        let rules = match outcome.learned(redirects_left) {
            Learned::MovedTo(url) => {
                came.put.push(format!("robots.txt {url} {of} {}", redirects_left - 1));
                return came;
            }
            Learned::Rules(rules) => rules,
            Learned::Failed => Rules::forbid_all(),
        };
        let delay = rules.crawl_delay.unwrap_or_default().min(MAX_CRAWL_DELAY);
        let json = serde_json::to_string(&rules).expect("strings, numbers and lists are JSON");
        came.rules = Some((Arc::clone(of), json, delay.as_millis() as u64));
        came
    }

    /// Returns what a script needs to settle `job`.
    pub(super) fn to_json(&self, job: &Job) -> Value {
        let links = &self.links[..self.links.len().min(LINKS)];
        let mut json =
            json!({ "job": job.text, "links": links, "put": self.put, "has_more": self.links.len() > LINKS });
        if let Some(redirect) = &self.redirect {
            json["redirect"] = json!(redirect);
        }
        if let Some((of, rules, delay)) = &self.rules {
            (json["of"], json["rules"], json["delay"]) = (json!(of), json!(rules), json!(delay));
        }
        json
    }
}
