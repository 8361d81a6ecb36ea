//! The way of the sources through the commands: what is cut compiles without a warning, and comes back to the byte.

use std::io;
use std::process::Stdio;

use crate::building;
use crate::exercises::bench::Bench;
use crate::exercises::compile::cargo;
use crate::exercises::course::Course;
use crate::exercises::exercise::Exercise;
use crate::exercises::hole;
use crate::exercises::start::targets;
use crate::root;

/// The longest that the holes of an exercise may be, in lines.
const MOST_LINES: usize = 25;

/// Cuts an exercise in a copy of the workspace, and puts in the solution. Returns how many lines its holes have, and what
/// went wrong.
///
/// # Errors
/// If a file cannot be read or written, or if cargo cannot be run.
pub fn faults(copy: &Course, exercise: &Exercise) -> io::Result<(usize, Vec<String>)> {
    let before = sources(copy, exercise)?;
    let lines = exercise.holes.iter().zip(&before).map(|(hole, text)| {
        // Without the lines of the braces.
        hole::body(text, &hole.path).map_or(0, |body| text[body].lines().count().saturating_sub(2))
    });
    let (lines, mut faults) = (lines.sum(), Vec::new());
    if lines > MOST_LINES {
        faults.push(format!("{lines} lines are too many for a hole"));
    }
    let mut bench = Bench::of(copy)?;
    bench.cut(exercise)?;
    bench.make_for_good("start")?;
    faults.extend(messages(copy, exercise)?.into_iter().map(|message| format!("cut: {message}")));
    let mut bench = Bench::of(copy)?;
    bench.give(exercise)?;
    bench.make_for_good("solution")?;
    if sources(copy, exercise)? != before {
        faults.push("the solution is not what was cut, to the byte".into());
    }
    Ok((lines, faults))
}

/// Returns the texts of the files that have the holes, and of the library.
fn sources(copy: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    let library = format!("{}/src/lib.rs", exercise.package());
    let files = exercise.holes.iter().map(|hole| &hole.file).chain([&library]);
    files.map(|file| root::read(&copy.path(file))).collect()
}

/// Returns the errors and warnings of the compiler.
fn messages(copy: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    let mut command = cargo(&copy.root);
    command.args(["check", "--quiet", "--message-format=json", "-p", exercise.package(), "--lib"]);
    command.args(targets(&exercise.tests).iter().flat_map(|target| ["--test", target]));
    let checked = command.stderr(Stdio::inherit()).output()?;
    let messages = building::messages(&checked.stdout)
        .into_iter()
        .filter(|message| message["reason"] == "compiler-message");
    Ok(messages.filter_map(|message| Some(message["message"]["rendered"].as_str()?.to_owned())).collect())
}
