//! `list`, and where a learner is.

use std::io;

use super::course::Course;
use super::exercise::Exercise;
use super::progress::{Progress, State};
use super::start::following;
use super::words::{BOLD, say};

/// Says where the learner is, and what to do next.
pub fn here(course: &Course) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    let count = |state| {
        course.exercises.iter().filter(|exercise| progress.state(&exercise.id) == Some(state)).count()
    };
    let given = match count(State::Given) {
        0 => String::new(),
        given => format!(", and {given} have the solution"),
    };
    say!("{} of {} exercises are solved{given}.", count(State::Solved), course.exercises.len())?;
    let open = progress.open().and_then(|id| course.find(id).ok());
    match (open, following(course, &progress, false)) {
        (Some(open), _) if !progress.is_done(&open.id) => {
            say!("Open: {BOLD}{}{BOLD:#}, {}", open.id, open.title)?;
            say!(
                "\n  cargo workshop check   tests it\n  cargo workshop watch   tests it whenever you save\n  cargo workshop hint    helps"
            )
        }
        (_, Some(next)) => {
            say!("Next: {BOLD}{}{BOLD:#}, {}", next.id, next.title)?;
            say!(
                "\n  cargo workshop next    starts it\n  cargo workshop list    shows all\n  cargo workshop doctor  tells whether this machine is ready"
            )
        }
        (_, None) => say!(
            "No exercise is left. `cargo workshop list` shows them all, `cargo workshop race` what they are good for."
        ),
    }
}

/// Lists the exercises and what has become of each.
pub fn list(course: &Course) -> io::Result<()> {
    let progress = Progress::read(&course.root)?;
    let state = |exercise: &Exercise| match progress.state(&exercise.id) {
        Some(state) => state.word(),
        None if progress.open() == Some(&exercise.id) => "open",
        None => "",
    };
    let mut part = "";
    for exercise in &course.exercises {
        if exercise.part != part {
            part = &exercise.part;
            say!("{BOLD}{part}{BOLD:#}")?;
        }
        let core = if exercise.is_core { "*" } else { " " };
        say!(
            "{core} {:<16} {:<7} {:>3} min  {}",
            exercise.id,
            state(exercise),
            exercise.minutes,
            exercise.title
        )?;
    }
    say!(
        "\n* core: if time is short, do only these\n  solved: your code passes; given: the solution passes; begun: put away"
    )
}

/// Returns the list of `docs/exercises/README.md`.
pub fn markdown(course: &Course) -> String {
    let (mut list, mut part) = (String::new(), "");
    for (index, exercise) in course.exercises.iter().enumerate() {
        if exercise.part != part {
            part = &exercise.part;
            list += &format!("{}## {part}\n\n", if index == 0 { "" } else { "\n" });
        }
        let Exercise { id, title, minutes, .. } = exercise;
        let core = if exercise.is_core { " *" } else { "" };
        list += &format!("{}. [{title}]({id}/README.md){core}, `{id}`, {minutes} minutes\n", index + 1);
    }
    list
}
