//! `{{#exercise ID}}`: an exercise, from the same data as the command has.

use anyhow::Result;
use workshop::exercises::{Exercise, HINTS};

use crate::chapter::Chapter;

/// Returns an exercise: what to write and why, a prediction, and hints to unfold.
pub fn exercise(chapter: &Chapter<'_>, id: &str) -> Result<String> {
    let exercise = chapter.material.course.find(id)?;
    chapter.above.borrow_mut().push(id.to_owned());
    let Exercise { title, minutes, task, .. } = exercise;
    let core = if exercise.is_core { ", core *" } else { "" };
    let folded = |heading: &str| {
        let text = exercise.section(heading);
        format!("<details><summary>{heading}</summary>\n\n{text}\n\n</details>\n\n")
    };
    let hints: String = (1..=HINTS).map(|level| folded(&format!("Hint {level}"))).collect();
    Ok(format!(
        "<div class=\"exercise\" id=\"{id}\">\n\n**Exercise: {title}** ({minutes} minutes{core})\n\n{task}\n\n\
         {}**Why.** {}\n\n{hints}```sh\ncargo workshop start {id}\ncargo workshop check\n```\n\n</div>\n",
        folded("Predict"),
        exercise.section("Why")
    ))
}

/// Returns the link from a chapter to an exercise.
pub fn link(chapter: &Chapter<'_>, id: &str) -> Result<String> {
    let exercise = chapter.material.course.find(id)?;
    Ok(format!("{}{}#{id}", chapter.to_root(), exercise.chapter))
}
