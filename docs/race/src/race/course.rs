//! The courses: which site, from where on, with how many requests at once.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::ValueEnum;

use super::contestant::{self, Contestant};
use crate::units::whole;

/// The courses by name. The help of each is what the results say about it.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Name {
    /// Ten pages of 250 ms at once: what waiting costs
    TenPages,
    /// The practice site: some 120 pages of 20 to 80 ms
    Comics,
    /// 20,000 small pages: what a page and a connection cost
    Small,
    /// The files of a directory: what real pages cost
    Docs,
    /// 10,000 pages at once: what a request in flight costs
    #[value(name = "c10k")]
    C10k,
    /// Up to 100,000 pages: the cost of a page must not grow
    Growth,
}

/// A course, and the contestants that take part in it unless others are named.
#[derive(Debug)]
pub struct Course {
    /// Its name on the command line.
    pub name: String,
    /// What it is, and what it shows.
    pub about: String,
    /// How often each contestant runs.
    pub rounds: usize,
    /// The contestants, in this order.
    pub contestants: Vec<&'static Contestant>,
    /// Whether every page is there: then an error is an error of the race.
    pub sound: bool,
    pub legs: Vec<Leg>,
}

/// One size of the course.
#[derive(Debug)]
pub struct Leg {
    /// These three are in the results, too.
    pub name: String,
    pub pages: Option<usize>,
    pub max_tasks: usize,
    /// How many pages can be asked for at once, and after how many milliseconds each is answered, where no crawl can be
    /// faster than that.
    pub waits: Option<(usize, f64)>,
    /// What `cargo workshop site` is told.
    pub site: Vec<OsString>,
    /// The paths from which on it is crawled.
    pub roots: Vec<String>,
    /// How many seconds a run takes on two cores, on the average of its contestants, where that is known.
    pub seconds: Option<f64>,
}

impl Name {
    /// Returns the course of this name, of the files in `directory` if it is that one.
    ///
    /// # Errors
    /// If there is no such directory.
    pub fn course(self, directory: &Path) -> io::Result<Course> {
        let value = self.to_possible_value().expect("no course is hidden");
        let mut course = Course {
            name: value.get_name().to_owned(),
            about: value.get_help().map(ToString::to_string).unwrap_or_default(),
            rounds: 3,
            contestants: contestant::ALL.iter().collect(),
            sound: true,
            legs: Vec::new(),
        };
        match self {
            Name::TenPages => (course.rounds, course.legs) = (5, vec![ten_pages()]),
            Name::Comics => {
                let leg = Leg { seconds: Some(3.0), ..Leg::new("the practice site", None, 10, &[]) };
                (course.sound, course.legs) = (false, vec![leg]);
            }
            Name::Small => course.legs = vec![pages("20,000 small pages", 20_000)],
            Name::Docs => {
                (course.sound, course.legs) = (false, vec![docs(directory)?]);
                course.about = format!("{}: {}", course.about, directory.display());
            }
            Name::C10k => course.legs = [1000, 2000, 5000, 10_000].map(at_once).into(),
            Name::Growth => {
                course.legs =
                    [1000, 10_000, 100_000].map(|n| pages(&format!("{} pages", whole(n)), n)).into();
            }
        }
        if course.legs.len() > 1 {
            course.contestants.retain(|contestant| contestant::SCALING.contains(&contestant.name));
        }
        Ok(course)
    }
}

/// The ten pages are the roots: found through a front page, they would take its latency, too.
fn ten_pages() -> Leg {
    let root = |page| if page == 0 { "/".to_owned() } else { format!("/page/{page}") };
    Leg {
        waits: Some((10, 250.0)),
        roots: (0..10).map(root).collect(),
        seconds: Some(1.1),
        ..Leg::new("10 pages of 250 ms", Some(10), 10, &["--pages", "10", "--latency", "250"])
    }
}

/// Small pages without latency.
fn pages(name: &str, pages: usize) -> Leg {
    let site = ["--pages", &pages.to_string(), "--size", "1000"];
    Leg { seconds: Some(0.5 + pages as f64 / 8000.0), ..Leg::new(name, Some(pages), 100, &site) }
}

fn docs(directory: &Path) -> io::Result<Leg> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let directory = directory.canonicalize().map_err(named)?;
    if !directory.join("index.html").is_file() {
        return Err(named(io::Error::other("there is no index.html, from which on it could be crawled")));
    }
    let site = vec!["--root".into(), directory.into()];
    Ok(Leg { site, ..Leg::new("the files of a directory", None, 10, &[]) })
}

/// The front page links to all the others and is there at once, so that they all wait at the same time.
fn at_once(at_once: usize) -> Leg {
    let (pages, links) = ((at_once + 1).to_string(), at_once.to_string());
    let shape = ["--pages", &pages, "--front-links", &links, "--links", "0", "--size", "1000"];
    let site = [&shape[..], &["--latency", "1000", "--front-latency", "0"]].concat();
    Leg {
        waits: Some((at_once, 1000.0)),
        seconds: Some(1.5),
        ..Leg::new(&format!("{} at once", whole(at_once)), Some(at_once + 1), at_once, &site)
    }
}

impl Course {
    /// Returns about how many seconds the race takes, where that is known. To warm up takes a contestant half a second.
    pub fn seconds(&self, rounds: usize) -> Option<f64> {
        let round: f64 = self.legs.iter().map(|leg| leg.seconds).sum::<Option<f64>>()?;
        Some(self.contestants.len() as f64 * (0.5 + rounds as f64 * round))
    }
}

impl Leg {
    /// Makes a leg that begins at the front page.
    pub fn new(name: &str, pages: Option<usize>, max_tasks: usize, site: &[&str]) -> Leg {
        Leg {
            name: name.to_owned(),
            pages,
            max_tasks,
            waits: None,
            site: site.iter().map(OsString::from).collect(),
            roots: vec!["/".to_owned()],
            seconds: None,
        }
    }

    /// Returns the least time that the leg can take. Where fewer requests may be in flight than there are pages, they take
    /// turns.
    pub fn floor_ms(&self) -> Option<f64> {
        let (pages, latency_ms) = self.waits?;
        Some(latency_ms * pages.div_ceil(self.max_tasks) as f64)
    }
}
