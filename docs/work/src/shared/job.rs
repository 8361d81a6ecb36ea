//! [`Job`]: what the queue in Redis holds, as a text; and [`Came`]: what a job has come to.

use std::sync::Arc;

use common::crawl::scope::Scope;
use common::crawl::target::Kind;
use common::extra::resume::line::line_of;
use common::extra::robots::{Learned, Rules};
use common::fetch::pace::MAX_CRAWL_DELAY;
use common::{Outcome, Target};
use serde_json::{Map, Value, json};
use url::Url;

/// How many links one call puts into the queue: a step must not run for long, because all workers wait for it.
pub const LINKS: usize = 250;

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

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Task {
    /// A fetch. If it is that of a robots.txt, so many redirects may be followed.
    Fetch(Target, u32),
    /// The record of a page that has more links than one call puts into the queue.
    Links(String),
}

/// Reads what is to be done. Returns `None` if no program of this version has written it.
pub fn task(text: &str) -> Option<Task> {
    let words: Vec<_> = text.split(' ').collect();
    let url = |text| Some(Arc::new(Url::parse(text).ok()?));
    Some(match words[..] {
        ["page", page] => Task::Fetch(Target::page(url(page)?), 0),
        ["external", page] => Task::Fetch(Target::external(url(page)?), 0),
        ["robots.txt", file, of, left] => {
            Task::Fetch(Target::robots_txt(url(file)?, url(of)?), left.parse().ok()?)
        }
        ["links", record] => Task::Links(record.to_owned()),
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
    /// Where it leads besides: a `redirect`; of a robots.txt, the `next` job, or the `rules` `of` it and its `delay` in milliseconds.
    leads: Map<String, Value>,
}

impl Came {
    /// Returns what the outcome of `target` leads to. A robots.txt may be redirected `redirects_left` more times.
    pub fn of(target: &Target, redirects_left: u32, outcome: &Outcome, scope: &Scope) -> Came {
        let mut came = Came { line: line_of(target, outcome), ..Came::default() };
        let Kind::RobotsTxt { of } = &target.kind else {
            came.links = outcome.links().iter().map(|link| text_of(link, scope)).collect();
            let redirect = outcome.redirect().map(|url| ("redirect".to_owned(), text_of(url, scope).into()));
            came.leads.extend(redirect);
            return came;
        };
        let leads = match outcome.learned(redirects_left) {
            Learned::MovedTo(url) => {
                json!({ "next": format!("robots.txt {url} {of} {}", redirects_left - 1) })
            }
            Learned::Rules(rules) => learned(of, &rules),
            Learned::Failed => learned(of, &Rules::forbid_all()),
        };
        Came { leads: leads.as_object().cloned().unwrap_or_default(), ..came }
    }

    /// Returns what Redis needs to settle `job`, as JSON.
    pub(super) fn to_json(&self, job: &Job) -> String {
        let mut done = json!({ "job": job.text, "has_more": self.links.len() > LINKS });
        done["links"] = json!(self.links[..self.links.len().min(LINKS)]);
        self.leads.iter().for_each(|(name, value)| done[name] = value.clone());
        done.to_string()
    }
}

fn learned(of: &Url, rules: &Rules) -> Value {
    let delay = rules.crawl_delay.unwrap_or_default().min(MAX_CRAWL_DELAY).as_millis() as u64;
    json!({ "of": of, "rules": json!(rules).to_string(), "delay": delay })
}
