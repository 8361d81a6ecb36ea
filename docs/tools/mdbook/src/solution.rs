//! The solutions of the exercises: none stands before its question, and below it, the reader unfolds it.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use workshop::diff::prose;
use workshop::exercises::Hole;
use workshop::outline::outline;

use crate::chapter::Chapter;

/// Folds an excerpt if it solves an exercise above it in the chapter. Each source comes with the indices of lines shown.
///
/// # Errors
/// If the exercise comes later.
pub fn fold(chapter: &Chapter<'_>, shown: &[(&str, &[usize])], title: &str, text: String) -> Result<String> {
    let (material, above) = (chapter.material, chapter.above.borrow());
    let mut is_folded = false;
    for exercise in &material.course.exercises {
        for hole in &exercise.holes {
            let Some((_, lines)) = shown.iter().find(|(file, _)| *file == hole.file) else { continue };
            let body = body(hole, &material.course.source(exercise, hole)?)?;
            if !lines.iter().any(|line| body.contains(line)) {
                continue;
            }
            if above.contains(&exercise.id) {
                is_folded = true;
            } else if material.order(&exercise.chapter) >= material.order(chapter.file) {
                let (id, path) = (&exercise.id, &hole.path);
                bail!("this shows the solution of the exercise `{id}` before it is asked: `{path}`");
            }
        }
    }
    if !is_folded {
        return Ok(text);
    }
    let title = prose(title).into_string();
    Ok(format!(
        "<details class=\"solution\"><summary>The solution: {title}</summary>\n\n{text}\n</details>\n"
    ))
}

/// Returns the indices of the lines between the braces of a function.
fn body(hole: &Hole, text: &str) -> Result<Range<usize>> {
    let item = outline(text).into_iter().find(|item| item.path() == hole.path);
    let body = item.and_then(|item| Some((item.body.first()?.line, item.body.last()?.line)));
    let (first, last) = body.with_context(|| hole.missing())?;
    Ok(if first < last { first + 1..last } else { first..last + 1 })
}
