//! `{{#exercise ID}}` and `{{#schedule}}`: the exercises, from the same data as the command has.

use std::fmt::Write;

use anyhow::Result;
use workshop::exercises::{Exercise, HINTS};

use crate::directive::Place;

/// Returns an exercise: what to write and why, a prediction, and hints to unfold.
///
/// # Errors
/// If there is no such exercise.
pub fn exercise(place: &Place<'_>, id: &str) -> Result<String> {
    let course = &place.material.course;
    let exercise = course.find(id)?;
    place.above.borrow_mut().extend(course.exercises.iter().position(|its| its.id == id));
    let core = if exercise.is_core { ", core *" } else { "" };
    let mut shown = format!(
        "<div class=\"exercise\" id=\"{id}\">\n\n**Exercise: {}** ({} minutes{core})\n\n{}\n\n",
        exercise.title, exercise.minutes, exercise.task
    );
    shown += &folded("Predict", exercise.section("Predict"));
    write!(shown, "**Why.** {}\n\n", exercise.section("Why"))?;
    for level in 1..=HINTS {
        let heading = format!("Hint {level}");
        shown += &folded(&heading, exercise.section(&heading));
    }
    write!(shown, "```sh\ncargo workshop start {id}\ncargo workshop check\n```\n\n</div>\n")?;
    Ok(shown)
}

fn folded(heading: &str, text: &str) -> String {
    format!("<details><summary>{heading}</summary>\n\n{text}\n\n</details>\n\n")
}

/// Returns the link from a chapter to an exercise.
///
/// # Errors
/// If there is no such exercise.
pub fn link(place: &Place<'_>, id: &str) -> Result<String> {
    let exercise = place.material.course.find(id)?;
    Ok(format!("{}{}#{id}", place.to_root(), exercise.chapter))
}

/// Returns the table of the core exercises.
///
/// # Errors
/// If an exercise has no chapter.
pub fn schedule(place: &Place<'_>) -> Result<String> {
    let mut table = "| exercise | ID | minutes |\n|---|---|--:|\n".to_owned();
    let mut all = 0;
    for Exercise { title, id, minutes, .. } in place.material.course.chosen(true) {
        writeln!(table, "| [{title}]({}) | `{id}` | {minutes} |", link(place, id)?)?;
        all += minutes;
    }
    writeln!(table, "| together | | {all} |")?;
    Ok(table)
}
