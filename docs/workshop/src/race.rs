//! `cargo workshop race`: every stage and strategy over the same course.
//!
//! - `course`: which site, and how it is crawled; `contestant`: by whom; `build`: their programs
//! - `rounds`: everyone in turn; `site`: the site, a process of its own; `measure`: what a run costs
//! - `check`: whether a run counts; `found`: what it found
//! - `results`: what was found out, for the JSON, the `table` and the page (`html`), which show the same `figures`

mod build;
mod check;
mod contestant;
mod course;
mod figures;
mod found;
mod html;
mod measure;
mod results;
mod rounds;
pub mod site;
mod table;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::value_parser;

use build::Programs;
use contestant::Contestant;
use course::{Course, Name};
use results::Race;
use rounds::Rules;

use crate::units::long_time;

const LONG_HELP: &str = "\
Each contestant is a process of its own, built with optimizations in the usual target directory.
They run in turn, never at the same time, against a site that is another process, fresh for each
run. After a run that warms up, there are several rounds, and what counts is the median. No
contestant is called slower than the fastest unless the rounds of both lie apart. Wall time is from
the start of a process to its end; CPU time and memory include the processes that it starts (but on
Windows, CPU time does not).

The contestants are

CONTESTANTS
A run that fails, or finds other URLs than the others do, is an error of the race.

Before it starts, the race says about how long it takes: a minute for most courses. --rounds 1 is
the quick way, which tells nothing of the noise.

On c10k and growth, the first strategies of the stages take part unless --only says otherwise:
SCALING. With threads, the number of requests at once may be limited by how many
threads the system gives, which the table shows.

Exit status: 0 done, 1 it failed or a contestant is wrong, 2 bad arguments.

Examples:

    cargo workshop race                             ten pages of 250 ms
    cargo workshop race c10k --only threads,async
    cargo workshop race small                       a connection for each page, and one for many
    cargo workshop race docs /usr/share/doc/python3/html
    cargo workshop race growth --json > growth.json
    cargo workshop race --from growth.json --html growth.html
    cargo workshop race --from race.json --svg race.svg";

/// Lets all stages and strategies crawl the same site, and compares what it costs them
#[derive(Debug, clap::Args)]
#[command(after_long_help = long_help())]
pub struct Args {
    /// Which course
    #[arg(value_enum, default_value_t = Name::TenPages)]
    course: Name,

    /// The directory for the course `docs`
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,

    /// How often everyone runs [default: 5 on ten-pages, 3 on all others]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,

    /// Only these contestants, in this order, such as `threads,async`
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = contestant::named)]
    only: Vec<&'static Contestant>,

    /// How many requests may be in flight, on all courses but c10k
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_tasks: Option<u32>,

    /// One more argument for one contestant, such as `async=--max-tries=1`; may be given several times
    #[arg(long, value_name = "NAME=ARG", value_parser = with, hide_short_help = true)]
    with: Vec<(&'static Contestant, String)>,

    /// How long one run over the course may take before its contestant is said to hang
    #[arg(long, value_name = "SECONDS", default_value_t = 300, hide_short_help = true, value_parser = value_parser!(u32).range(1..))]
    limit: u32,

    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,

    /// Make a web page, with pictures
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Draw the lanes of its first leg, and the same in dark colours, as FILE and FILE-dark
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Show a race that was saved with --json
    #[arg(long, value_name = "FILE", conflicts_with_all = ["course", "rounds", "only", "max_tasks", "with"])]
    from: Option<PathBuf>,

    /// Build nothing, and let this program be every contestant: for tests
    #[arg(long, value_name = "FILE", hide = true)]
    contestant: Option<PathBuf>,
}

fn long_help() -> String {
    let scaling = contestant::SCALING.join(", ");
    LONG_HELP.replace("CONTESTANTS", &contestant::listed()).replace("SCALING", &scaling)
}

/// Runs the command.
///
/// # Errors
/// A contestant that fails or is wrong, programs that cannot be built, or what the system says.
pub fn run(args: Args) -> io::Result<()> {
    let race = match &args.from {
        Some(file) => read(file)?,
        None => hold(&args)?,
    };
    if args.json {
        let mut json = serde_json::to_string(&race)?;
        json.push('\n');
        io::stdout().write_all(json.as_bytes())?;
    } else {
        anstream::stdout().write_all(table::table(&race).as_bytes())?;
    }
    // Last, so that the results of a long race are not lost if there is no such directory.
    if let Some(file) = &args.html {
        write(file, html::page(&race))?;
    }
    if let Some(file) = &args.svg {
        let [light, dark] = html::picture::pictures(&race);
        write(file, light)?;
        let stem = file.file_stem().unwrap_or_default().display();
        write(&file.with_file_name(format!("{stem}-dark.svg")), dark)?;
    }
    Ok(())
}

fn write(file: &Path, text: String) -> io::Result<()> {
    fs::write(file, text).map_err(|error| named(file, error))
}

fn read(file: &Path) -> io::Result<Race> {
    let text = fs::read(file).map_err(|error| named(file, error))?;
    serde_json::from_slice(&text).map_err(|error| named(file, io::Error::other(format!("no race: {error}"))))
}

fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

fn hold(args: &Args) -> io::Result<Race> {
    let course = course(args)?;
    let rounds = args.rounds.map_or(course.rounds, |rounds| rounds as usize);
    eprintln!("{}", plan(&course, rounds));
    let packages: BTreeSet<&str> = course.contestants.iter().map(|contestant| contestant.stage).collect();
    let programs = match &args.contestant {
        Some(contestant) => Programs::unbuilt(contestant)?,
        None => Programs::build(&packages)?,
    };
    let limit = Duration::from_secs(args.limit.into());
    rounds::race(&course, &programs, &Rules { rounds, limit, with: args.with.clone() })
}

/// Says what a race is going to do, and for how long.
fn plan(course: &Course, rounds: usize) -> String {
    let (name, seconds) = (&course.name, course.seconds(rounds));
    let things = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (contestants, rounds) = (things(course.contestants.len(), "contestant"), things(rounds, "round"));
    let time = match seconds {
        Some(seconds) => format!("about {}", long_time((seconds / 10.0).ceil() * 10.0)),
        None => "how long depends on the directory".to_owned(),
    };
    format!(
        "First the contestants are built with optimizations, in the usual target directory: minutes the first time.\n\
         Then the race, {name}: {contestants}, {rounds}, {time}."
    )
}

/// The course, changed as the arguments say.
fn course(args: &Args) -> io::Result<Course> {
    let directory = match (&args.directory, args.course == Name::Docs) {
        (Some(directory), true) => directory,
        (None, false) => Path::new(""),
        (None, true) => refuse("which files? Say `cargo workshop race docs DIR`"),
        (Some(_), false) => refuse("only the course `docs` is of a directory"),
    };
    let mut course = args.course.course(directory)?;
    if !args.only.is_empty() {
        course.contestants.clone_from(&args.only);
        // Named twice is meant once.
        let mut seen = BTreeSet::new();
        course.contestants.retain(|contestant| seen.insert(contestant.name));
    }
    match args.max_tasks {
        Some(_) if args.course == Name::C10k => {
            refuse("--max-tasks: on c10k, that is what the legs differ in")
        }
        Some(max_tasks) => course.legs.iter_mut().for_each(|leg| leg.max_tasks = max_tasks as usize),
        None => {}
    }
    Ok(course)
}

fn refuse(message: &str) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).exit()
}

fn with(text: &str) -> Result<(&'static Contestant, String), String> {
    let (name, argument) = text.split_once('=').ok_or("there is no `=` after the contestant's name")?;
    Ok((contestant::named(name)?, argument.to_owned()))
}
