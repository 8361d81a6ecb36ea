//! The solutions of the exercises: none stands before its question, and the reader unfolds one that stands below it.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use workshop::diff::prose;
use workshop::exercises::{Course, Exercise, Hole};
use workshop::outline::outline;

use crate::chapter::Chapter;

/// The body of a function that an exercise asks for.
pub struct Solution {
    /// The index of the exercise.
    exercise: usize,
    hole: Hole,
    /// The indices of the lines between its braces.
    lines: Range<usize>,
}

/// Returns the solutions of all exercises.
pub fn solutions(course: &Course) -> Result<Vec<Solution>> {
    let mut solutions = Vec::new();
    for (index, exercise) in course.exercises.iter().enumerate() {
        for hole in &exercise.holes {
            let text = course.source(exercise, hole)?;
            let items = outline(&text);
            let item = items.iter().find(|item| item.path() == hole.path);
            let body = item.and_then(|item| Some((item.body.first()?.line, item.body.last()?.line)));
            let (first, last) = body.with_context(|| hole.missing())?;
            let lines = if first < last { first + 1..last } else { first..last + 1 };
            solutions.push(Solution { exercise: index, hole: hole.clone(), lines });
        }
    }
    Ok(solutions)
}

/// Folds an excerpt of sources, if it solves an exercise above it in the chapter. Each source comes with the indices of the lines
/// that are shown.
///
/// # Errors
/// If the exercise comes later.
pub fn fold(
    chapter: &Chapter<'_>,
    shown: &[(&str, &[usize])],
    caption: &str,
    excerpt: String,
) -> Result<String> {
    let (material, above) = (chapter.material, chapter.above.borrow());
    let mut is_folded = false;
    for Solution { exercise, hole, lines } in &material.solutions {
        let Exercise { id, chapter: asked_in, .. } = &material.course.exercises[*exercise];
        let has = |(file, its): &(&str, &[usize])| {
            hole.file == *file && its.iter().any(|line| lines.contains(line))
        };
        if !shown.iter().any(has) {
            continue;
        }
        is_folded |= above.contains(exercise);
        if !above.contains(exercise) && material.order(asked_in) >= material.order(chapter.file) {
            bail!("this shows the solution of the exercise `{id}` before it is asked: `{}`", hole.path);
        }
    }
    if !is_folded {
        return Ok(excerpt);
    }
    let caption = prose(caption).into_string();
    Ok(format!(
        "<details class=\"solution\"><summary>The solution: {caption}</summary>\n\n{excerpt}\n</details>\n"
    ))
}
