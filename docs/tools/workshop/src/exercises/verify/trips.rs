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

/// The longest that a hole may be, in lines with its braces.
const MOST_LINES: usize = 27;

/// Cuts exercises in a copy of the workspace, and puts in the solutions. Returns what went wrong.
pub fn faults(copy: &Course, exercises: &[&Exercise]) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    for hole in exercises.iter().flat_map(|exercise| &exercise.holes) {
        let text = root::read(&copy.path(&hole.file))?;
        let lines = hole::body(&text, &hole.path).map_or(0, |body| text[body].lines().count());
        if lines > MOST_LINES {
            faults.push(format!("{}: {lines} lines are too many for a hole", hole.path));
        }
    }
    let before = sources(copy, exercises)?;
    let mut bench = Bench::of(copy)?;
    exercises.iter().try_for_each(|exercise| bench.cut(exercise))?;
    bench.write("start", true)?;
    faults.extend(messages(copy, exercises)?);
    drop(bench);
    let mut bench = Bench::of(copy)?;
    exercises.iter().try_for_each(|exercise| bench.give(exercise))?;
    bench.write("solution", true)?;
    let after = sources(copy, exercises)?;
    let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
    let fault = |file: &str| format!("{file}: the solution is not what was cut, to the byte");
    faults.extend(changed.map(|((file, _), _)| fault(file)));
    Ok(faults)
}

/// Returns the files that have the holes, and the libraries, with their texts.
fn sources(copy: &Course, exercises: &[&Exercise]) -> io::Result<Vec<(String, String)>> {
    let files = exercises.iter().flat_map(|exercise| {
        let files = exercise.holes.iter().map(|hole| hole.file.clone());
        files.chain([exercise.library()])
    });
    files.map(|file| root::read(&copy.path(&file)).map(|text| (file, text))).collect()
}

/// Returns the errors and warnings of the compiler.
fn messages(copy: &Course, exercises: &[&Exercise]) -> io::Result<Vec<String>> {
    let mut command = cargo(&copy.root);
    command.args(["check", "--quiet", "--message-format=json", "--lib"]);
    for exercise in exercises {
        command.args(["-p", exercise.package()]);
        command.args(targets(&exercise.tests).iter().flat_map(|target| ["--test", target]));
    }
    let checked = command.stderr(Stdio::inherit()).output()?;
    let messages = building::messages(&checked.stdout).into_iter();
    let messages = messages.filter(|message| message["reason"] == "compiler-message");
    Ok(messages.filter_map(|message| Some(message["message"]["rendered"].as_str()?.to_owned())).collect())
}
