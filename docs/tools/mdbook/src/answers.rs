//! The answers of the exercises: the places where a chapter may show the body of a function.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use workshop::exercises::{Course, Exercise, Hole};
use workshop::outline::outline;

use crate::directive::Place;

/// The length of a line that is too short to tell an answer in an output.
const SHORT: usize = 20;

/// The body of a function that an exercise asks for.
#[derive(Debug)]
pub struct Answer {
    /// The index of the exercise.
    exercise: usize,
    /// The function.
    hole: Hole,
    /// The indices of the lines between its braces.
    lines: Range<usize>,
    /// The lines that would be recognized in an output.
    telling: Vec<String>,
}

/// The ways in which an excerpt may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// It has no answer, or that of an exercise of an earlier chapter.
    Open,
    /// It has the answer of an exercise above it: the reader unfolds it.
    Folded,
}

/// Returns the answers of all exercises.
///
/// # Errors
/// If a source cannot be read, or if it has no such function.
pub fn answers(course: &Course) -> Result<Vec<Answer>> {
    let mut answers = Vec::new();
    for (index, exercise) in course.exercises.iter().enumerate() {
        for hole in &exercise.holes {
            let text = course.source(exercise, hole)?;
            let items = outline(&text);
            let item = items.iter().find(|item| item.path() == hole.path);
            let body = item.and_then(|item| Some((item.body.first()?.line, item.body.last()?.line)));
            let (first, last) = body.with_context(|| hole.missing())?;
            let lines = if first < last { first + 1..last } else { first..last + 1 };
            let telling = text.lines().skip(lines.start).take(lines.len()).map(str::trim);
            let telling = telling.filter(|line| line.len() > SHORT).map(str::to_owned).collect();
            answers.push(Answer { exercise: index, hole: hole.clone(), lines, telling });
        }
    }
    Ok(answers)
}

/// Returns how these lines of a source may be shown here. Lines are counted from 0.
///
/// # Errors
/// If they have the answer of an exercise that comes later.
pub fn view_of_lines(place: &Place<'_>, file: &str, lines: &[usize]) -> Result<View> {
    view(place, |answer| answer.hole.file == file && lines.iter().any(|line| answer.lines.contains(line)))
}

/// Returns how an output may be shown here.
///
/// # Errors
/// If it has a line of the answer of an exercise that comes later.
pub fn view_of_output(place: &Place<'_>, text: &str) -> Result<View> {
    view(place, |answer| answer.telling.iter().any(|line| text.contains(line.as_str())))
}

fn view(place: &Place<'_>, has: impl Fn(&Answer) -> bool) -> Result<View> {
    let order = |chapter| place.material.order(chapter);
    let mut view = View::Open;
    for answer in place.material.answers.iter().filter(|answer| has(answer)) {
        let Exercise { id, chapter, .. } = &place.material.course.exercises[answer.exercise];
        let is_above = place.above.borrow().contains(&answer.exercise);
        if order(chapter) > order(place.chapter) || chapter == place.chapter && !is_above {
            bail!("this shows the answer of the exercise `{id}` before it is asked: `{}`", answer.hole.path);
        }
        if is_above {
            view = View::Folded;
        }
    }
    Ok(view)
}
