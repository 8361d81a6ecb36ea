//! `history`, `undo` and `restore`: what shows the snapshots and brings them back.

use std::io;
use std::mem;

use super::bench::Bench;
use super::course::Course;
use super::git::{self, merge, pulled};
use super::progress::{FILE, Progress, State};
use super::snapshots::{Snapshot, snapshots};
use super::store::FOLDER;
use super::words::say;
use crate::root::not_found;

/// Lists the snapshots: when each was taken, before which command, and which sources it has.
pub fn history(course: &Course) -> io::Result<()> {
    let all = snapshots(&course.root);
    if all.is_empty() {
        say!("No command has changed anything yet.")?;
    } else {
        for snapshot @ Snapshot { number, age, reason, .. } in &all {
            say!("{number:>4}  {age:>14}  {reason:<28}  {}", snapshot.sources().join(", "))?;
        }
        say!("\n`cargo workshop restore N` brings back these files as they were before that command.")?;
    }
    let earlier = format!("{FOLDER}/snapshots");
    if course.path(&earlier).exists() { say!("\nWhat version 0.1 has kept is in {earlier}.") } else { Ok(()) }
}

/// Brings back the files as they were before the last change that no `undo` has taken back.
pub fn undo(course: &Course) -> io::Result<()> {
    let (bench, mut undone) = (Bench::of(course)?, 0);
    for snapshot in snapshots(&course.root).into_iter().rev() {
        match snapshot.reason.as_str() {
            "undo" => undone += 1,
            reason if reason.starts_with("check ") => {}
            _ if undone > 0 => undone -= 1,
            _ => return bring_back(bench, &snapshot, "undo"),
        }
    }
    Err(not_found("there is nothing to undo".into()))
}

/// Brings back the files of a snapshot. `undo` takes that back.
pub fn restore(course: &Course, number: usize) -> io::Result<()> {
    let bench = Bench::of(course)?;
    let chosen = snapshots(&course.root).into_iter().find(|snapshot| snapshot.number == number);
    let none = || not_found(format!("there is no snapshot {number}; `cargo workshop history` shows all"));
    bring_back(bench, &chosen.ok_or_else(none)?, &format!("restore {number}"))
}

/// Changes the files to what a snapshot has, and keeps what pulls have brought since. What was solved since then stays
/// solved, and what was put away since then stays put away.
fn bring_back(mut bench: Bench<'_>, from: &Snapshot, reason: &str) -> io::Result<()> {
    let course = bench.course;
    let was_open = bench.progress.open().map(str::to_owned);
    was_open.as_ref().and_then(|open| course.get(open)).map_or(Ok(()), |open| bench.take_out(open))?;
    let solved: Vec<_> = bench.progress.solved().map(str::to_owned).collect();
    for file in &from.files {
        let bytes = git::recorded(&course.root, &from.name, file);
        if file == FILE {
            bench.progress = Progress::parse(&bytes.unwrap_or_default());
            solved.iter().for_each(|id| bench.progress.set_state(id, Some(State::Solved)));
        } else if file.starts_with(FOLDER) {
            // The latest of what a learner has written is never older than a snapshot.
            let now = bench.bytes(file)?;
            *now = now.take().or(bytes);
        } else {
            *bench.bytes(file)? = with_pulled(course, from, file, bytes)?;
        }
    }
    if bench.progress.open().is_some_and(|open| course.get(open).is_none()) {
        bench.progress.set_open(None);
    }
    let words = mem::take(&mut bench.words);
    let is_open = bench.progress.open().map(str::to_owned);
    let kept = bench.write(reason)?;
    words.iter().try_for_each(|line| say!("{line}\n"))?;
    say!("As before `{}`:", from.reason)?;
    from.sources().iter().try_for_each(|file| say!("  {file}"))?;
    match is_open {
        same if same == was_open => {}
        Some(open) => say!("{open} is open again.")?,
        None => say!("No exercise is open now.")?,
    }
    say!("`cargo workshop restore {kept}` brings back what was there until now.")
}

/// Returns a source of a snapshot with what pulls have made of it since.
///
/// # Errors
/// If a pull has changed the lines that the snapshot has otherwise.
fn with_pulled(
    course: &Course,
    from: &Snapshot,
    file: &str,
    bytes: Option<Vec<u8>>,
) -> io::Result<Option<Vec<u8>>> {
    let Some([before, after]) = pulled(&course.root, &from.name, file) else { return Ok(bytes) };
    let mine = bytes.unwrap_or_default();
    let merged = merge(&after, &before, &String::from_utf8_lossy(&mine))?.ok_or_else(|| {
        let what = format!("a pull has changed {file} in the lines that are yours");
        io::Error::other(format!("{what}; `git show {}/{}:{file}` has them", git::REFS, from.name))
    })?;
    Ok(Some(merged.into_bytes()).filter(|merged| !merged.is_empty()))
}
