//! `history`, `undo` and `restore`: the snapshots.

use std::io;
use std::time::Duration;

use super::bench::Bench;
use super::course::Course;
use super::progress::{FILE, Progress, State};
use super::snapshots::{self, Snapshot};
use super::store::{FOLDER, copy};
use super::words::say;
use crate::root::not_found;

/// Lists the snapshots: when each was taken, before which command, and which sources it has.
pub fn history(course: &Course) -> io::Result<()> {
    let all = snapshots::all(&course.root)?;
    if all.is_empty() {
        return say!("No command has changed anything yet.");
    }
    for snapshot in &all {
        let when = snapshot.when.elapsed().unwrap_or_default();
        let sources = sources(snapshot).collect::<Vec<_>>().join(", ");
        say!("{:>4}  {:<11}  {:<28}  {sources}", snapshot.number, ago(when), snapshot.reason)?;
    }
    say!("\n`cargo workshop restore N` brings back these files as they were before that command.")
}

/// Brings back the files as they were before the last change.
pub fn undo(course: &Course) -> io::Result<()> {
    let mut bench = Bench::of(course)?;
    let last = snapshots::all(&course.root)?.into_iter().rfind(|snapshot| !snapshot.is_used);
    let last = last.ok_or_else(|| not_found("there is nothing to undo".into()))?;
    bring_back(&mut bench, &last, "undo", true)?;
    last.use_up()
}

/// Brings back the files of a snapshot. `undo` takes that back.
pub fn restore(course: &Course, number: Option<&str>) -> io::Result<()> {
    let which = || not_found("which snapshot? `cargo workshop history` shows all".into());
    let number = number.ok_or_else(which)?;
    let mut bench = Bench::of(course)?;
    let chosen =
        snapshots::all(&course.root)?.into_iter().find(|snapshot| Ok(snapshot.number) == number.parse());
    let none = || not_found(format!("there is no snapshot {number}; `cargo workshop history` shows all"));
    let chosen = chosen.ok_or_else(none)?;
    bring_back(&mut bench, &chosen, &format!("restore {number}"), false)
}

/// Changes the files to what a snapshot has. What was solved since then stays solved.
fn bring_back(bench: &mut Bench<'_>, from: &Snapshot, reason: &str, is_used: bool) -> io::Result<()> {
    let was_open = bench.progress.open().map(str::to_owned);
    let solved: Vec<_> = bench.progress.solved().map(str::to_owned).collect();
    for file in &from.files {
        let bytes = from.bytes(file)?;
        if file == FILE {
            bench.progress = Progress::parse(&bytes.unwrap_or_default());
            solved.iter().for_each(|id| bench.progress.set_state(id, Some(State::Solved)));
        } else if !solved.iter().any(|id| file.starts_with(&copy(id, ""))) {
            *bench.bytes(file)? = bytes;
        }
    }
    let kept = bench.write(reason, is_used)?;
    say!("As before `{}`:", from.reason)?;
    sources(from).try_for_each(|file| say!("  {file}"))?;
    match bench.progress.open() {
        same if same == was_open.as_deref() => {}
        Some(open) => say!("{open} is open again.")?,
        None => say!("No exercise is open now.")?,
    }
    match kept {
        None => say!("Nothing has changed since then."),
        Some(kept) => say!("`cargo workshop restore {kept}` brings back what was there until now."),
    }
}

/// Returns the files of a snapshot, without those of the workshop itself.
fn sources(snapshot: &Snapshot) -> impl Iterator<Item = &str> {
    snapshot.files.iter().map(String::as_str).filter(|file| !file.starts_with(FOLDER))
}

/// Returns how long ago something was.
fn ago(time: Duration) -> String {
    match time.as_secs() / 60 {
        0 => "just now".into(),
        minutes @ 1..120 => format!("{minutes} min ago"),
        minutes @ 120..2880 => format!("{} h ago", minutes / 60),
        minutes => format!("{} days ago", minutes / 60 / 24),
    }
}
