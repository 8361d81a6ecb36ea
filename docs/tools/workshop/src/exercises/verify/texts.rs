//! What can be judged without a compiler: the holes, the format of the wrong answers.

use std::fs;
use std::io;
use std::process::Command;

use crate::exercises::course::{Course, FOLDER};
use crate::exercises::exercise::Exercise;
use crate::exercises::lessons::CHAPTERS;

/// Returns the folders of exercises that no chapter has.
///
/// # Errors
/// If the folder of the exercises cannot be read.
pub fn left_out(course: &Course) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(course.path(FOLDER))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && course.find(&name).is_err() {
            names.push(format!("no chapter of {CHAPTERS} has the exercise {FOLDER}/{name}"));
        }
    }
    Ok(names)
}

/// Returns what is wrong with the texts of an exercise.
///
/// # Errors
/// If rustfmt cannot be run.
pub fn faults(course: &Course, exercise: &Exercise) -> io::Result<Vec<String>> {
    let mut faults = Vec::new();
    if exercise.wrong.len() < 3 {
        faults.push("it has fewer than three wrong answers".into());
    }
    let folder = course.path(FOLDER).join(&exercise.id).join("wrong");
    let files = exercise.wrong.iter().map(|answer| folder.join(format!("{}.rs", answer.name)));
    let mut rustfmt = Command::new("rustfmt");
    rustfmt
        .args(["--check", "--color=never", "--edition=2024", "--config-path"])
        .arg(&course.root)
        .args(files);
    let formatted =
        rustfmt.output().map_err(|error| io::Error::new(error.kind(), format!("rustfmt: {error}")))?;
    if !formatted.status.success() {
        faults.push(String::from_utf8_lossy(&[formatted.stdout, formatted.stderr].concat()).into_owned());
    }
    Ok(faults)
}
