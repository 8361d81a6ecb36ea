//! The solutions of the exercises: the places where a chapter may show the body of a function.

use std::ops::Range;

use anyhow::{Context, Result};
use workshop::exercises::{Course, Hole};
use workshop::outline::outline;

/// The length of a line that is too short to tell a solution in an output.
const SHORT: usize = 20;

/// The body of a function that an exercise asks for.
#[derive(Debug)]
pub struct Solution {
    /// The index of the exercise.
    pub exercise: usize,
    /// The function.
    pub hole: Hole,
    /// The indices of the lines between its braces.
    pub lines: Range<usize>,
    /// The lines that would be recognized in an output.
    pub telling: Vec<String>,
}

/// Returns the solutions of all exercises.
pub fn solutions(course: &Course) -> Result<Vec<Solution>> {
    let exercises = course.exercises.iter().enumerate();
    let holes = exercises
        .flat_map(|(index, exercise)| exercise.holes.iter().map(move |hole| (index, exercise, hole)));
    let solution = |(index, exercise, hole): (_, _, &Hole)| {
        let text = course.source(exercise, hole)?;
        let items = outline(&text);
        let item = items.iter().find(|item| item.path() == hole.path);
        let body = item.and_then(|item| Some((item.body.first()?.line, item.body.last()?.line)));
        let (first, last) = body.with_context(|| hole.missing())?;
        let lines = if first < last { first + 1..last } else { first..last + 1 };
        let telling = text.lines().skip(lines.start).take(lines.len()).map(str::trim);
        let telling = telling.filter(|line| line.len() > SHORT).map(str::to_owned).collect();
        Ok(Solution { exercise: index, hole: hole.clone(), lines, telling })
    };
    holes.map(solution).collect()
}
