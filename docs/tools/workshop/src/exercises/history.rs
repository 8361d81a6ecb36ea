//! `history`, `undo` and `restore`: what shows the snapshots and brings them back.

use std::fs;
use std::io;
use std::mem;

use super::bench::Bench;
use super::course::Course;
use super::exercise::Exercise;
use super::progress::{FILE, Progress, State};
use super::snapshots::{Snapshot, snapshots};
use super::store::{self, FOLDER, copy};
use super::upstream::{merge, pulled};
use super::words::say;
use crate::root::not_found;

/// Lists the snapshots: when each was taken, before which command, and which sources it has.
pub fn history(course: &Course) -> io::Result<()> {
    let all = snapshots(&course.root);
    if all.is_empty() {
        return say!("No command has changed anything yet.");
    }
    for snapshot @ Snapshot { number, reason, files, .. } in &all {
        let minutes = snapshot.age().as_secs() / 60;
        let ago = if minutes < 120 { format!("{minutes} min") } else { format!("{} h", minutes / 60) };
        say!("{number:>4}  {ago:>7} ago  {reason:<28}  {}", sources(files).join(", "))?;
    }
    say!("\n`cargo workshop restore N` brings back these files as they were before that command.")
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
    if let Some(open) = was_open.as_ref().and_then(|open| course.get(open))
        && !is_older(&mut bench, open)?
    {
        bench.take_out(open)?;
    }
    let solved: Vec<_> = bench.progress.solved().map(str::to_owned).collect();
    for file in &from.files {
        let bytes = store::read(&from.folder.join(file))?;
        if file == FILE {
            bench.progress = Progress::parse(&bytes.unwrap_or_default());
            solved.iter().for_each(|id| bench.progress.set_state(id, Some(State::Solved)));
            let is_gone = bench.progress.open().is_some_and(|open| course.get(open).is_none());
            is_gone.then(|| bench.progress.set_open(None));
        } else if file.starts_with(FOLDER) {
            // The latest of what a learner has written is never older than a snapshot.
            let now = bench.bytes(file)?;
            *now = now.take().or(bytes);
        } else {
            let bytes = with_pulled(course, from, file, bytes)?;
            *bench.bytes(file)? = bytes;
        }
    }
    let words = mem::take(&mut bench.words);
    let is_open = bench.progress.open().map(str::to_owned);
    let kept = bench.write(reason)?;
    words.iter().try_for_each(|line| say!("{line}\n"))?;
    say!("As before `{}`:", from.reason)?;
    sources(&from.files).iter().try_for_each(|file| say!("  {file}"))?;
    match is_open {
        same if same == was_open => {}
        Some(open) => say!("{open} is open again.")?,
        None => say!("No exercise is open now.")?,
    }
    say!("`cargo workshop restore {kept}` brings back what was there until now.")
}

/// Tells whether the sources of an exercise have come back from a snapshot, and later ones are put away.
fn is_older(bench: &mut Bench<'_>, exercise: &Exercise) -> io::Result<bool> {
    let all = snapshots(&bench.course.root);
    for hole in &exercise.holes {
        let now = bench.bytes(&hole.file)?.clone();
        let is_kept = all.iter().any(|snapshot| fs::read(snapshot.folder.join(&hole.file)).ok() == now);
        if !is_kept || bench.bytes(&copy(&exercise.id, &hole.file))?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
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
    let pulled = from.commits.as_ref().and_then(|since| pulled(&course.root, since, file));
    let Some(pulled) = pulled else { return Ok(bytes) };
    let mine = bytes.as_deref().map(String::from_utf8_lossy);
    let merged = match (pulled.before, pulled.after, mine) {
        // The file has come with a pull, or has gone with one, and nothing of the learner's is in it.
        (before, after, mine) if before.as_deref() == mine.as_deref() => Some(after),
        (Some(before), Some(after), Some(mine)) => merge(&after, &before, &mine)?.map(Some),
        _ => None,
    };
    let where_it_is = || {
        let path = from.folder.join(file);
        let text =
            format!("a pull has changed {file} in the lines that are yours; {} has them", path.display());
        io::Error::other(text)
    };
    Ok(merged.ok_or_else(where_it_is)?.map(String::into_bytes))
}

/// Returns the files of a snapshot, without those of the workshop itself.
fn sources(files: &[String]) -> Vec<&str> {
    files.iter().map(String::as_str).filter(|file| !file.starts_with(FOLDER)).collect()
}
