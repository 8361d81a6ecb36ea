//! [`Bench`]: the sources with at most one open exercise, and what has become of the others.

use std::io;

use super::change::Change;
use super::course::Course;
use super::exercise::Exercise;
use super::hole;
use super::pristine;
use super::progress::{FILE, Progress, State};
use super::snapshots;
use super::work;

/// The first line of a library while an exercise is open: a hole leaves imports and functions unused.
const ALLOW: &str = "#![allow(unused)] // until this exercise is solved: ";

/// A change of the sources and of the progress, to be made as one.
pub struct Bench<'a> {
    course: &'a Course,
    change: Change<'a>,
    pub progress: Progress,
}

impl<'a> Bench<'a> {
    /// Reads the progress.
    ///
    /// # Errors
    /// If it cannot be read, or if no copy of the sources can be kept.
    pub fn of(course: &'a Course) -> io::Result<Bench<'a>> {
        let mut change = Change::new(&course.root);
        let progress = Progress::parse(change.text(FILE)?);
        pristine::keep(course, &progress)?;
        Ok(Bench { course, change, progress })
    }

    /// Writes all that was changed, after a snapshot. Returns whether anything was.
    ///
    /// # Errors
    /// If a file cannot be written, or was changed meanwhile.
    pub fn make(mut self, reason: &str) -> io::Result<bool> {
        *self.change.text(FILE)? = self.progress.text();
        self.change.make(reason)
    }

    /// Does the same, but `undo` passes it over.
    ///
    /// # Errors
    /// As `make`.
    pub fn make_for_good(mut self, reason: &str) -> io::Result<bool> {
        *self.change.text(FILE)? = self.progress.text();
        self.change.make_for_good(reason)
    }

    /// Writes the progress alone, which needs no snapshot.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&self) -> io::Result<()> {
        snapshots::write(&self.course.path(FILE), self.progress.text().as_bytes())
    }

    /// Cuts the holes of an exercise, and opens it.
    ///
    /// # Errors
    /// If a file cannot be read, or has no such function.
    pub fn cut(&mut self, exercise: &Exercise) -> io::Result<()> {
        self.each_hole(exercise, |text, index| {
            hole::cut(text, &exercise.holes[index].path, &exercise.message())
        })?;
        self.allow_unused(exercise, true)?;
        self.progress.set_state(&exercise.id, None);
        self.progress.set_open(Some(&exercise.id));
        Ok(())
    }

    /// Brings back what a learner had begun, and opens the exercise. Returns false if nothing was begun.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn resume(&mut self, exercise: &Exercise) -> io::Result<bool> {
        if !matches!(self.progress.state(&exercise.id), Some(State::Begun | State::Given)) {
            return Ok(false);
        }
        for hole in &exercise.holes {
            let kept = work::text(&mut self.change, exercise, &hole.file)?.clone();
            let text = self.change.text(&hole.file)?;
            let body = hole::body(&kept, &hole.path).filter(|_| hole::has_matching_braces(&kept));
            match body.and_then(|body| hole::fill(text, &hole.path, &kept[body])) {
                Some(filled) => *text = filled,
                None if kept.is_empty() => return Ok(false),
                // Its braces do not match, so it comes back as a whole.
                None => *text = kept,
            }
        }
        self.progress.set_state(&exercise.id, None);
        self.allow_unused(exercise, true)?;
        self.progress.set_open(Some(&exercise.id));
        Ok(true)
    }

    /// Puts the open exercise away, unless it is `exercise`: what was begun is kept, and the reference is put in.
    /// Returns what was put away.
    ///
    /// What was solved stays in the sources, as it was when the tests passed.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn put_away_for(&mut self, exercise: &Exercise) -> io::Result<Option<&'a Exercise>> {
        let open = self.progress.open().filter(|&open| open != exercise.id);
        // An exercise that this version does not know is left as it is.
        let Some((_, open)) = open.and_then(|open| self.course.find(open).ok()) else { return Ok(None) };
        let mut put_away = None;
        if self.progress.state(&open.id) == Some(State::Solved) {
            if let Some(solved) = work::bodies(&mut self.change, open)? {
                self.fill(open, &solved)?;
            }
        } else {
            if self.progress.state(&open.id).is_none() {
                work::keep(&mut self.change, open)?;
                self.progress.set_state(&open.id, Some(State::Begun));
                put_away = Some(open);
            }
            self.fill(open, &pristine::bodies(self.course, open)?)?;
        }
        self.allow_unused(open, false)?;
        Ok(put_away)
    }

    /// Records that the tests of an exercise pass, and keeps the learner's code for it.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn solved(&mut self, exercise: &Exercise) -> io::Result<()> {
        work::keep(&mut self.change, exercise)?;
        self.progress.set_state(&exercise.id, Some(State::Solved));
        self.allow_unused(exercise, false)
    }

    /// Puts the reference into the holes of an exercise.
    ///
    /// # Errors
    /// If a file cannot be read, or has no such function.
    pub fn give(&mut self, exercise: &Exercise) -> io::Result<()> {
        self.fill(exercise, &pristine::bodies(self.course, exercise)?)?;
        self.progress.set_state(&exercise.id, Some(State::Given));
        self.allow_unused(exercise, false)
    }

    fn fill(&mut self, exercise: &Exercise, bodies: &[String]) -> io::Result<()> {
        self.each_hole(exercise, |text, index| hole::fill(text, &exercise.holes[index].path, &bodies[index]))
    }

    /// Replaces the text of each hole's file by what `edit` makes of it. If the braces of a file do not match, all
    /// of it is replaced by the course's text first.
    fn each_hole(
        &mut self,
        exercise: &Exercise,
        edit: impl Fn(&str, usize) -> Option<String>,
    ) -> io::Result<()> {
        for (index, hole) in exercise.holes.iter().enumerate() {
            let text = self.change.text(&hole.file)?;
            let edited = if hole::has_matching_braces(text) { edit(text, index) } else { None };
            *text = match edited {
                Some(edited) => edited,
                None => {
                    let pristine = pristine::text(self.course, exercise, &hole.file)?;
                    edit(&pristine, index).ok_or_else(|| hole.missing())?
                }
            };
        }
        Ok(())
    }

    /// Lets the compiler pass over what an open exercise leaves unused, or no longer.
    fn allow_unused(&mut self, exercise: &Exercise, allowed: bool) -> io::Result<()> {
        let text = self.change.text(&format!("{}/src/lib.rs", exercise.package()))?;
        if text.starts_with(ALLOW) {
            let end = text.find('\n').map_or(text.len(), |end| end + 1);
            text.drain(..end);
        }
        if allowed {
            text.insert_str(0, &format!("{ALLOW}{}\n", exercise.id));
        }
        Ok(())
    }
}
