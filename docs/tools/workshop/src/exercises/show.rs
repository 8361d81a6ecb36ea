//! What is said of the exercises, and changes no source: `list`, `show`, `hint`, where a learner is, what is solved.

use std::io;

use super::bench::Bench;
use super::course::Course;
use super::exercise::{Exercise, HINTS};
use super::progress::{Progress, State};
use super::store::copy;
use super::words::{BOLD, PASSED, indented, say};
use crate::root;
use crate::variant::Variant;

/// The number of mistakes that a solved exercise shows.
const MOST_MISTAKES: usize = 5;

/// Says where the learner is, and what to do next.
pub fn here(course: &Course) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    let count = |state| {
        course.exercises.iter().filter(|exercise| progress.state(&exercise.id) == Some(state)).count()
    };
    let given = match count(State::Given) {
        0 => String::new(),
        1 => ", and 1 has the solution".to_owned(),
        given => format!(", and {given} have the solution"),
    };
    say!("{} of {} exercises are solved{given}.", count(State::Solved), course.exercises.len())?;
    match (course.unsolved()?, following(course, &progress, false)) {
        (Some(Exercise { id, title, .. }), _) => say!(
            "Open: {BOLD}{id}{BOLD:#}, {title}\n\n  cargo workshop check   tests it\n  cargo workshop watch   tests it whenever \
             you save\n  cargo workshop hint    helps"
        ),
        (None, Some(Exercise { id, title, .. })) => say!(
            "Next: {BOLD}{id}{BOLD:#}, {title}\n\n  cargo workshop next    starts it\n  cargo workshop list    shows all\n  \
             cargo workshop doctor  tells whether this machine is ready"
        ),
        (None, None) => say!(
            "No exercise is left. `cargo workshop list` shows them all, `cargo workshop race` what they are good for."
        ),
    }
}

/// Returns the first exercise that is neither solved nor given, of all or of the core.
pub fn following<'a>(course: &'a Course, progress: &Progress, core_only: bool) -> Option<&'a Exercise> {
    course.chosen(core_only).find(|exercise| progress.state(&exercise.id).is_none())
}

/// Lists the exercises and what has become of each.
pub fn list(course: &Course) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    let mut number = 0;
    for part in course.exercises.chunk_by(|one, next| one.part == next.part) {
        say!("{BOLD}{}{BOLD:#}", part[0].part)?;
        for exercise @ Exercise { id, title, minutes, is_core, .. } in part {
            let is_begun = exercise.files().into_iter().any(|file| course.path(&copy(id, file)).exists());
            let state = match progress.state(id) {
                Some(state) => state.word(),
                None if progress.open() == Some(id) => "open",
                None if is_begun => "begun",
                None => "",
            };
            let core = if *is_core { "*" } else { " " };
            number += 1;
            say!("{number:>3} {core} {id:<16} {state:<7} {minutes:>3} min  {title}")?;
        }
    }
    say!(
        "\n* core: if time is short, do only these\n  solved: your code passes; given: the solution passes; begun: put away"
    )
}

/// Returns the list of `docs/exercises/README.md`.
pub fn markdown(course: &Course) -> String {
    let mut index = 0;
    let parts = course.exercises.chunk_by(|one, next| one.part == next.part).map(|part| {
        let lines = part.iter().map(|Exercise { id, title, minutes, is_core, .. }| {
            index += 1;
            let core = if *is_core { " *" } else { "" };
            format!("{index}. [{title}]({id}/README.md){core}, `{id}`, {minutes} minutes\n")
        });
        format!("## {}\n\n{}", part[0].part, lines.collect::<String>())
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Says what to write, where, and how it is tested.
pub fn show(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let Exercise { id, title, minutes, task, .. } = exercise;
    say!("{BOLD}{id}: {title}{BOLD:#}  (about {minutes} minutes)\n\n{}\n\nWrite:", indented(task))?;
    let mut is_cut = false;
    for hole in &exercise.holes {
        // A source that is missing has no lines.
        let text = root::read(&course.path(&hole.file)).unwrap_or_default();
        is_cut |= text.contains(&exercise.mark());
        say!("  {}", hole.location(&text))?;
    }
    say!("\nTest it with `cargo workshop check`, or:\n  {}", exercise.command())?;
    if is_cut {
        say!("It fails until you have written the code.")?;
    }
    say!("\n{BOLD}Predict first{BOLD:#}\n{}\n", indented(exercise.section("Predict")))?;
    say!("{BOLD}Why{BOLD:#}\n{}", indented(exercise.section("Why")))
}

/// Shows the next hint of an exercise, or of the open one, below those that were given.
pub fn hint(course: &Course, id: Option<&str>) -> io::Result<()> {
    let exercise = course.find_or_open(id)?;
    let id = &exercise.id;
    let mut bench = Bench::of(course)?;
    let given = bench.progress.add_hint(id).min(HINTS);
    bench.note()?;
    for level in 1..=given {
        let hint = indented(exercise.section(&format!("Hint {level}")));
        say!("{BOLD}{id}: Hint {level} of {HINTS}{BOLD:#}\n{hint}\n")?;
    }
    match given {
        HINTS => {
            say!("There are no more hints. `cargo workshop solution` compares your code with the solution.")
        }
        _ => say!("`cargo workshop hint` once more shows the next one."),
    }
}

/// Says that an exercise is solved, and what that tells of usual mistakes and of the prediction.
pub fn solved(course: &Course, exercise: &Exercise) -> io::Result<()> {
    let style = PASSED.bold();
    say!("\n{style}{} is solved.{style:#}", exercise.id)?;
    // A file that is damaged is not the learner's fault.
    let mut avoided = course.wrong_answers(exercise).unwrap_or_default();
    avoided.sort_by_key(|answer| (exercise.rank(&answer.dies), answer.dies.clone()));
    // The learner knows a mistake whose test has failed. Of those that fail in the same test, one is enough.
    let progress = Progress::read(&course.root)?;
    avoided.retain(|answer| !progress.has_failed(&exercise.id, &answer.dies));
    avoided.dedup_by(|next, one| next.dies == one.dies);
    if !avoided.is_empty() {
        say!("Usual mistakes, which no test has found in an answer of yours:")?;
    }
    for Variant { belief, why, .. } in avoided.into_iter().take(MOST_MISTAKES) {
        say!("{}", indented(&format!("- \"{}\" {why}", belief.trim_end_matches('.'))))?;
    }
    say!("\n{BOLD}Your prediction{BOLD:#}\n{}\n", indented(exercise.section("Predict")))?;
    say!("{}\n  The test of this prediction is {}.", indented(exercise.section("Answer")), exercise.predicted)
}
