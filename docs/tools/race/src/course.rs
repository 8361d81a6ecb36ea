//! The courses: a site, the roots of its crawl, and the number of requests at once.

use std::io;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use common::text::whole;
use practice_site::{Answer, Builder, Generated, Site, files};
use workshop::race::{CourseName, RaceOptions};
use workshop::root::about;

use crate::contestant::{self, Contestant};
use crate::results::{Leg, Race};

/// A course, and the contestants that take part in it unless others are named.
pub struct Course {
    /// The results, without legs.
    pub results: Race,
    /// The contestants, in this order.
    pub contestants: Vec<Contestant>,
    pub plans: Vec<Plan>,
}

/// What is crawled on a leg.
pub struct Plan {
    /// The results, without entries.
    pub leg: Leg,
    /// The number of pages on the site; `None` where it is not known before.
    pub pages: Option<usize>,
    /// The description of the site, made anew for each run.
    pub site: Box<dyn Fn() -> Builder>,
    /// The paths of the roots.
    pub roots: Vec<String>,
}

impl Course {
    /// Returns the course that the arguments describe.
    pub fn of(options: &RaceOptions) -> io::Result<Course> {
        let plans: Vec<Plan> = match options.course {
            CourseName::TenPages => vec![ten_pages()],
            CourseName::Docs => vec![docs(options.directory.as_deref().unwrap_or(Path::new("")))?],
            CourseName::C10k => [1000, 2000, 5000, 10_000].map(at_once).into(),
            CourseName::Growth => [1000, 10_000, 100_000].map(pages).into(),
        };
        let value = options.course.to_possible_value().expect("no course is hidden");
        let results = Race {
            course: value.get_name().to_owned(),
            about: value.get_help().map(ToString::to_string).unwrap_or_default(),
            rounds: options.rounds.into(),
            ..Race::default()
        };
        let takes_part = |its: &&Contestant| !its.is_extra() && (plans.len() == 1 || its.scales());
        let contestants = match (options.own, &options.only[..]) {
            (true, _) => Contestant::beside_own(),
            (_, []) => contestant::ALL.iter().filter(takes_part).copied().collect(),
            (_, only) => only.iter().filter_map(|name| Contestant::called(name)).collect(),
        };
        Ok(Course { results, contestants, plans })
    }
}

/// Returns ten pages, which are the roots: found through a front page, they would take its latency, too.
fn ten_pages() -> Plan {
    let site = || Site::builder().generated(10, 2000).latency(Duration::from_millis(250));
    let mut plan = Plan::new("10 pages of 250 ms", Some(10), 10, site);
    plan.leg.floor_ms = Some(250.0);
    plan.roots.extend((1..10).map(|page| format!("/page/{page}")));
    plan
}

/// Returns small pages without latency.
fn pages(pages: usize) -> Plan {
    let name = format!("{} pages", whole(pages));
    Plan::new(&name, Some(pages), 100, move || Site::builder().generated(pages, 1000))
}

fn docs(directory: &Path) -> io::Result<Plan> {
    let path = directory.canonicalize().map_err(|error| about(directory, &error))?;
    let files = files(&path)?;
    Ok(Plan::new(&path.display().to_string(), None, 10, move || Site::builder().content(files.clone())))
}

/// Returns pages that wait at the same time: the front page links to all the others, and has no latency.
fn at_once(at_once: usize) -> Plan {
    let site = move || {
        let front = Answer::links((1..=at_once).map(|page| format!("/page/{page}")));
        let pages = Generated { pages: at_once + 1, links: 0, size: 1000 };
        let site = Site::builder().content(move |path| pages.answer(path)).latency(Duration::from_secs(1));
        site.page("/", front.after(Duration::ZERO))
    };
    let mut plan = Plan::new(&format!("{} at once", whole(at_once)), Some(at_once + 1), at_once, site);
    plan.leg.floor_ms = Some(1000.0);
    plan
}

impl Plan {
    /// Makes a leg that begins at the front page.
    pub fn new(name: &str, pages: Option<usize>, tasks: usize, site: impl Fn() -> Builder + 'static) -> Plan {
        let leg = Leg { name: name.to_owned(), max_tasks: tasks, ..Leg::default() };
        Plan { leg, pages, site: Box::new(site), roots: vec!["/".to_owned()] }
    }
}
