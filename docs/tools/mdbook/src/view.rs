//! [`View`]: how a chapter may show what could be the solution of an exercise.

use anyhow::{Result, bail};
use workshop::diff::prose;
use workshop::exercises::Exercise;

use crate::chapter::Chapter;
use crate::solutions::Solution;

/// The ways in which an excerpt may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// It has no solution, or that of an exercise of an earlier chapter.
    Open,
    /// It has the solution of an exercise above it: the reader unfolds it.
    Folded,
}

/// Returns how these lines of a source may be shown here. Lines are counted from 0. It is an error if they
/// have the solution of an exercise that comes later.
pub fn view_of_lines(chapter: &Chapter<'_>, file: &str, lines: &[usize]) -> Result<View> {
    view(chapter, |solution| {
        solution.hole.file == file && lines.iter().any(|line| solution.lines.contains(line))
    })
}

/// Returns how an output may be shown here.
///
/// # Errors
/// If it has a line of the solution of an exercise that comes later.
pub fn view_of_output(chapter: &Chapter<'_>, text: &str) -> Result<View> {
    view(chapter, |solution| solution.telling.iter().any(|line| text.contains(line.as_str())))
}

fn view(chapter: &Chapter<'_>, has: impl Fn(&Solution) -> bool) -> Result<View> {
    let (material, above) = (chapter.material, chapter.above.borrow());
    let mut view = View::Open;
    for solution in material.solutions.iter().filter(|solution| has(solution)) {
        let Exercise { id, chapter: asked_in, .. } = &material.course.exercises[solution.exercise];
        if above.contains(&solution.exercise) {
            view = View::Folded;
        } else if material.order(asked_in) >= material.order(chapter.file) {
            let path = &solution.hole.path;
            bail!("this shows the solution of the exercise `{id}` before it is asked: `{path}`");
        }
    }
    Ok(view)
}

/// Folds an excerpt that solves an exercise above it.
pub fn in_view(view: View, caption: &str, excerpt: String) -> String {
    if view == View::Open {
        return excerpt;
    }
    let caption = prose(caption).into_string();
    format!(
        "<details class=\"solution\"><summary>The solution: {caption}</summary>\n\n{excerpt}\n</details>\n"
    )
}
