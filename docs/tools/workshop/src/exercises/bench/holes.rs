//! The holes of the sources: cut, or filled with the solution or with what the learner has written.

use std::io;

use super::Bench;
use crate::exercises::exercise::Exercise;
use crate::exercises::hole::{Hole, is_whole};
use crate::exercises::pristine;
use crate::exercises::progress::State;
use crate::exercises::store::copy;

impl Bench<'_> {
    /// Cuts the holes of an exercise, and opens it. What was put away for it is then in the snapshot alone.
    pub fn cut(&mut self, exercise: &Exercise) -> io::Result<()> {
        for hole in &exercise.holes {
            let text = self.text(&hole.file)?;
            let text = match is_whole(&text) && hole.body(&text).is_some() {
                true => text,
                false => pristine::text(self.course, exercise, &hole.file)?,
            };
            let cut = hole.cut(&text, &exercise.message()).ok_or_else(|| hole.missing())?;
            self.put(hole, &cut)?;
        }
        if !self.progress.is_solved(&exercise.id) {
            for hole in &exercise.holes {
                *self.bytes(&copy(&exercise.id, &hole.file))? = None;
            }
        }
        self.open(exercise)
    }

    /// Opens an exercise with the sources as they are. What is solved stays solved.
    pub fn open(&mut self, exercise: &Exercise) -> io::Result<()> {
        pristine::keep(self.course, exercise)?;
        let solved = self.progress.state(&exercise.id).filter(|state| *state == State::Solved);
        self.progress.set_state(&exercise.id, solved);
        self.progress.set_open(&exercise.id);
        Ok(())
    }

    /// Brings back what a learner had begun, and opens the exercise. Returns false if nothing was begun.
    pub fn resume(&mut self, exercise: &Exercise) -> io::Result<bool> {
        let is_solved = self.progress.is_solved(&exercise.id);
        let Some(copies) = self.copies(exercise)?.filter(|_| !is_solved) else { return Ok(false) };
        self.fill(exercise, &copies)?;
        self.open(exercise)?;
        Ok(true)
    }

    /// Puts the open exercise away, unless it is `exercise`: keeps what is written, and puts in the solution.
    ///
    /// What was solved stays in the sources, as it was when the tests passed.
    pub fn put_away_for(&mut self, exercise: &Exercise) -> io::Result<()> {
        let open = self.progress.open().filter(|&open| open != exercise.id);
        // An exercise that this version does not know is left as it is.
        let Some(open) = open.and_then(|open| self.course.find(open).ok()) else { return Ok(()) };
        let state = self.progress.state(&open.id);
        let is_solved = state == Some(State::Solved);
        if state.is_none() || is_solved && self.copies(open)?.is_none() {
            self.put_aside(open)?;
        }
        let mine = self.copies(open)?.filter(|_| is_solved);
        let texts = mine.map_or_else(|| pristine::texts(self.course, open), Ok);
        self.fill(open, &texts?)
    }

    /// Records that the tests of an exercise pass, and keeps the learner's code for it.
    pub fn solved(&mut self, exercise: &Exercise) -> io::Result<()> {
        self.keep(exercise)?;
        self.progress.set_state(&exercise.id, Some(State::Solved));
        Ok(())
    }

    /// Puts the solution into the holes of an exercise. What the learner had written is kept.
    pub fn give(&mut self, exercise: &Exercise) -> io::Result<()> {
        pristine::keep(self.course, exercise)?;
        let texts = pristine::texts(self.course, exercise)?;
        self.put_aside(exercise)?;
        self.fill(exercise, &texts)?;
        self.progress.set_state(&exercise.id, Some(State::Given));
        Ok(())
    }

    /// Tells whether the learner has written something for an exercise that is kept nowhere: a body that is
    /// neither the hole nor the solution, nor what the copy has.
    pub fn has_news(&mut self, exercise: &Exercise) -> io::Result<bool> {
        for hole in &exercise.holes {
            let text = self.text(&hole.file)?;
            let copy = self.text(&copy(&exercise.id, &hole.file))?;
            let solution = pristine::text(self.course, exercise, &hole.file).unwrap_or_default();
            let bodies = [&solution, &copy].map(|from| hole.transplant(from, &text));
            let cut = hole.cut(&text, &exercise.message());
            let mut known = bodies.into_iter().chain([cut]).flatten();
            if ![&solution, &copy, ""].contains(&text.as_str()) && known.all(|known| known != text) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps what the learner has written in the holes of an exercise, until it is started again.
    fn put_aside(&mut self, exercise: &Exercise) -> io::Result<()> {
        if self.has_news(exercise)? {
            self.keep(exercise)?;
            let back = format!("`cargo workshop start {}` brings it back", exercise.id);
            self.words.push(format!("What you have written for {} is put away; {back}.", exercise.id));
        }
        Ok(())
    }

    /// Copies the files that have the holes of an exercise.
    fn keep(&mut self, exercise: &Exercise) -> io::Result<()> {
        for hole in &exercise.holes {
            let text = self.text(&hole.file)?;
            self.set(&copy(&exercise.id, &hole.file), text)?;
        }
        Ok(())
    }

    /// Returns the copies, or `None` if one is missing.
    fn copies(&mut self, exercise: &Exercise) -> io::Result<Option<Vec<String>>> {
        let files = exercise.holes.iter().map(|hole| copy(&exercise.id, &hole.file));
        let copies = files.map(|file| self.text(&file)).collect::<io::Result<Vec<_>>>()?;
        Ok(Some(copies).filter(|copies| copies.iter().all(|copy| !copy.is_empty())))
    }

    fn fill(&mut self, exercise: &Exercise, texts: &[String]) -> io::Result<()> {
        exercise.holes.iter().zip(texts).try_for_each(|(hole, text)| self.put(hole, text))
    }

    /// Puts the body that `from` has into a hole; where braces do not match, all of the file is replaced by `from`.
    fn put(&mut self, hole: &Hole, from: &str) -> io::Result<()> {
        let text = self.text(&hole.file)?;
        self.set(&hole.file, hole.put(&text, from))
    }
}
