//! The exercises: holes in the sources of the stages, and a learner's way through them.
//!
//! - `course`, `exercise`: what `docs/exercises` describes, in the order of the book
//! - `hole`, `pristine`: the bodies of functions, and what the course has there
//! - `store`, `progress`, `bench`: all that one command at a time writes, after a snapshot
//! - `git`, `snapshots`, `history`: what keeps the files that a command changes, and what brings them back
//! - `test`, `suite`: cargo and the tests, under a watchdog; `failures`: what one sees of them
//! - `verify`: whether the exercises hold what they promise, in a `copy` of the workspace; `belief`: whether tests find a wrong
//!   one
//! - a module for each other command or group of them; `words`: how text is printed

pub mod belief;
mod bench;
mod check;
mod copy;
mod course;
mod doctor;
mod exercise;
pub mod failures;
mod git;
mod history;
mod hole;
mod pristine;
mod progress;
mod show;
mod snapshots;
mod solution;
mod start;
pub mod store;
pub mod suite;
pub mod test;
mod verify;
pub mod watch;
pub mod words;

use std::io;
use std::path::Path;

use crate::building::TO_THE_END;
use bench::Bench;
pub use course::{CHAPTERS, Course, chapters};
pub use exercise::{Exercise, FOLDER, HINTS};
pub use hole::Hole;
pub use pristine::{cut_in_commit, with_solutions};
pub use show::markdown;

/// The commands for exercises
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Tells whether this machine is ready for the course
    Doctor,
    /// Lists the exercises, and what has become of each
    List {
        /// Print the list of docs/exercises/README.md
        #[arg(long)]
        markdown: bool,
    },
    /// Shows what to do in an exercise, and changes nothing
    Show(Which),
    /// Starts an exercise: cuts its holes into the source
    Start {
        /// The exercise
        id: String,
    },
    /// Starts the first exercise that is not done
    Next {
        /// Keep to the core of the course
        #[arg(long)]
        core: bool,
    },
    /// Starts an exercise, with the solution for unsolved ones before it
    CatchUp {
        /// The exercise
        id: String,
    },
    /// Tests the open exercise or another one, then the rest of the crawler
    Check(check::Check),
    /// Tests the open exercise whenever a source is saved
    Watch {
        /// Keep to the core of the course
        #[arg(long)]
        core: bool,
    },
    /// Shows a hint, and one more each time
    Hint(Which),
    /// Compares your code with the solution
    Solution {
        /// The exercise
        #[command(flatten)]
        which: Which,
        /// Put the solution into the source
        #[arg(long)]
        apply: bool,
    },
    /// Cuts the holes of an exercise anew
    Reset(Which),
    /// Brings back the sources as before the last change by a command
    ///
    /// Each further `undo` goes back one more command. `restore` takes an `undo` back.
    Undo,
    /// Lists what was there before each command that has changed something
    History,
    /// Brings back the sources as before a command of the history
    ///
    /// What has been solved since then stays solved. `undo` takes a `restore` back.
    Restore {
        /// Its number in the history
        number: usize,
    },
    /// Verifies the exercises themselves: every hole, every wrong answer
    Verify {
        /// The exercises [default: all]
        ids: Vec<String>,
        /// How many times the tests must pass
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        /// Show of each wrong answer the belief, the message and the test
        #[arg(long)]
        table: bool,
    },
}

/// An exercise that may be left out.
#[derive(Debug, clap::Args)]
pub struct Which {
    /// The exercise [default: the open one]
    id: Option<String>,
}

/// Runs a command, or says where the learner is. Returns whether all is well.
///
/// # Errors
/// If there is no such exercise, or a file cannot be read or written.
pub fn run(command: Option<Command>, root: Option<&Path>) -> io::Result<bool> {
    let course = Course::open(root)?;
    Bench::leave_what_is_gone(&course)?;
    match command {
        None => show::here(&course),
        Some(Command::List { markdown: true }) => words::say!("{}", show::markdown(&course).trim_end()),
        Some(Command::List { markdown: false }) => show::list(&course),
        Some(Command::Show(Which { id })) => show::show(&course, course.find_or_open(id.as_deref())?),
        Some(Command::Start { id }) => start::start(&course, &id),
        Some(Command::Next { core }) => start::next(&course, core),
        Some(Command::Check(args)) => return check::check(&course, &args, TO_THE_END),
        Some(Command::Watch { core }) => watch::watch(&course, core),
        Some(Command::Doctor) => return doctor::doctor(&course),
        Some(Command::Hint(Which { id })) => show::hint(&course, id.as_deref()),
        Some(Command::Solution { which, apply }) => solution::solution(&course, which.id.as_deref(), apply),
        Some(Command::Verify { ids, rounds, table }) => return verify::verify(&course, &ids, rounds, table),
        Some(Command::Reset(Which { id })) => start::reset(&course, id.as_deref()),
        Some(Command::Undo) => history::undo(&course),
        Some(Command::History) => history::history(&course),
        Some(Command::Restore { number }) => history::restore(&course, number),
        Some(Command::CatchUp { id }) => start::catch_up(&course, &id),
    }?;
    Ok(true)
}
