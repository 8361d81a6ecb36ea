//! The courses: which site, from where on, with how many requests at once.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::ValueEnum;

use super::contestant::{self, Contestant};
use crate::units::whole;

/// The courses by name.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Name {
    /// Ten pages of 250 ms, all wanted at once: what waiting costs
    TenPages,
    /// The practice site: some 120 pages of 20 to 80 ms, redirects and dead ends
    Comics,
    /// 20,000 small pages without latency: what a page costs, and a connection
    Small,
    /// The files of a directory: what real pages cost
    Docs,
    /// 1,000 to 10,000 pages at once, a second each: what a request in flight costs
    #[value(name = "c10k")]
    C10k,
    /// 1,000 to 100,000 pages: time and memory for each page must stay what they are
    Growth,
}

/// A course, and who takes part in it unless others are named.
#[derive(Debug)]
pub struct Course {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, and what it shows.
    pub about: String,
    /// How often everyone runs.
    pub rounds: usize,
    /// Who takes part, in this order.
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
    /// What the site waits, where that is known to be the least time of all.
    pub waits: Option<Waits>,
    /// What `cargo workshop site` is told.
    pub site: Vec<OsString>,
    /// The paths from which on it is crawled.
    pub roots: Vec<String>,
    /// How many seconds a run takes on two cores, on the average of its contestants, where that is known.
    pub seconds: Option<f64>,
}

/// So many pages can be asked for at once, and each is answered after this time.
#[derive(Debug)]
pub struct Waits {
    pub pages: usize,
    pub latency_ms: f64,
}

impl Name {
    /// The course of this name, of the files in `directory` if it is that one.
    ///
    /// # Errors
    /// There is no such directory.
    pub fn course(self, directory: &Path) -> io::Result<Course> {
        Ok(match self {
            Name::TenPages => ten_pages(),
            Name::Comics => comics(),
            Name::Small => small(),
            Name::Docs => docs(directory)?,
            Name::C10k => c10k(),
            Name::Growth => growth(),
        })
    }
}

/// The ten pages are the roots: found through a front page, they would take its latency, too.
fn ten_pages() -> Course {
    let leg = Leg {
        seconds: Some(1.1),
        waits: Some(Waits { pages: 10, latency_ms: 250.0 }),
        roots: (0..10).map(|page| if page == 0 { "/".to_owned() } else { format!("/page/{page}") }).collect(),
        ..Leg::new("10 pages of 250 ms", 10, &["--pages", "10", "--latency", "250"])
    };
    let about = "ten pages of 250 ms, all wanted at once: what waiting costs".to_owned();
    Course { name: "ten-pages", about, rounds: 5, contestants: everyone(), sound: true, legs: vec![leg] }
}

fn comics() -> Course {
    let leg = Leg { pages: None, seconds: Some(3.0), ..Leg::new("the practice site", 10, &[]) };
    let about = "the practice site: small pages of 20 to 80 ms, redirects and dead ends".to_owned();
    Course { name: "comics", about, rounds: 3, contestants: everyone(), sound: false, legs: vec![leg] }
}

fn small() -> Course {
    let leg = Leg {
        seconds: Some(3.2),
        pages: Some(20_000),
        ..Leg::new("20,000 small pages", 100, &["--pages", "20000", "--size", "1000"])
    };
    let about = "20,000 small pages without latency: what a page costs, and a connection".to_owned();
    Course { name: "small", about, rounds: 3, contestants: everyone(), sound: true, legs: vec![leg] }
}

fn docs(directory: &Path) -> io::Result<Course> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let directory = directory.canonicalize().map_err(named)?;
    if !directory.join("index.html").is_file() {
        return Err(named(io::Error::other("there is no index.html, from which on it could be crawled")));
    }
    let leg = Leg {
        pages: None,
        site: vec!["--root".into(), directory.clone().into()],
        ..Leg::new("the files of a directory", 10, &[])
    };
    let about = format!("the files of {}: what real pages cost", directory.display());
    Ok(Course { name: "docs", about, rounds: 3, contestants: everyone(), sound: false, legs: vec![leg] })
}

/// The front page links to all the others and is there at once, so that they all wait at the same time.
fn c10k() -> Course {
    let leg = |at_once: usize| {
        let (pages, links) = ((at_once + 1).to_string(), at_once.to_string());
        let shape = ["--pages", &pages, "--front-links", &links, "--links", "0", "--size", "1000"];
        let latency = ["--latency", "1000", "--front-latency", "0"];
        Leg {
            seconds: Some(1.5),
            pages: Some(at_once + 1),
            waits: Some(Waits { pages: at_once, latency_ms: 1000.0 }),
            ..Leg::new(&format!("{} at once", whole(at_once)), at_once, &[&shape[..], &latency].concat())
        }
    };
    Course {
        name: "c10k",
        about: "1,000 to 10,000 pages at once, a second each: what a request in flight costs".to_owned(),
        rounds: 3,
        contestants: those_that_scale(),
        sound: true,
        legs: [1000, 2000, 5000, 10_000].map(leg).into(),
    }
}

fn growth() -> Course {
    let leg = |pages: usize| Leg {
        seconds: Some(0.3 + pages as f64 / 9000.0),
        pages: Some(pages),
        ..Leg::new(
            &format!("{} pages", whole(pages)),
            100,
            &["--pages", &pages.to_string(), "--size", "1000"],
        )
    };
    Course {
        name: "growth",
        about: "1,000 to 100,000 pages: time and memory for each page must stay what they are".to_owned(),
        rounds: 3,
        contestants: those_that_scale(),
        sound: true,
        legs: [1000, 10_000, 100_000].map(leg).into(),
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
    /// The least time that it can take: where fewer requests may be in flight than there are pages, they take turns.
    pub fn floor_ms(&self) -> Option<f64> {
        let Waits { pages, latency_ms } = self.waits.as_ref()?;
        Some(latency_ms * pages.div_ceil(self.max_tasks) as f64)
    }

    /// Makes a leg of ten pages that begins at the front page.
    pub fn new(name: &str, max_tasks: usize, site: &[&str]) -> Leg {
        Leg {
            name: name.to_owned(),
            pages: Some(10),
            max_tasks,
            waits: None,
            site: site.iter().map(OsString::from).collect(),
            roots: vec!["/".to_owned()],
            seconds: None,
        }
    }
}

fn everyone() -> Vec<&'static Contestant> {
    contestant::ALL.iter().collect()
}

fn those_that_scale() -> Vec<&'static Contestant> {
    contestant::ALL.iter().filter(|contestant| contestant::SCALING.contains(&contestant.name)).collect()
}
