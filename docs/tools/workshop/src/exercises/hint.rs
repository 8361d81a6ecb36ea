//! `hint`: three levels, one a call.

use std::io;

use super::bench::Bench;
use super::check::chosen;
use super::course::Course;
use super::exercise::HINTS;
use super::words::{BOLD, indented, say};

/// Shows the next hint of an exercise, or of the open one, below those that were given.
///
/// # Errors
/// If there is no such exercise, or none is open.
pub fn hint(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = chosen(course, id)?;
    let mut bench = Bench::of(course)?;
    let given = (bench.progress.hints(&exercise.id) + 1).min(HINTS);
    bench.progress.set_hints(&exercise.id, given);
    bench.note()?;
    for level in 1..=given {
        let heading = format!("Hint {level}");
        say!(
            "{BOLD}{}: {heading} of {HINTS}{BOLD:#}\n{}\n",
            exercise.id,
            indented(exercise.section(&heading))
        )?;
    }
    say!(
        "{}",
        match given {
            HINTS =>
                "There are no more hints. `cargo workshop solution` shows your code beside the solution.",
            _ => "`cargo workshop hint` once more shows the next one.",
        }
    )
}
