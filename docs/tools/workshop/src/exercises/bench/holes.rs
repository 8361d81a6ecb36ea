//! The holes of the sources: cut, or filled with the solution or with what the learner has written.

use std::io;

use super::Bench;
use crate::exercises::exercise::Exercise;
use crate::exercises::hole::{Hole, is_whole};
use crate::exercises::progress::State;
use crate::exercises::store::copy;
use crate::exercises::{git, pristine};
use crate::root;

impl Bench<'_> {
    /// Cuts the holes of an exercise, and opens it. What was put away for it is then in the snapshot alone.
    pub fn cut(&mut self, exercise: &Exercise) -> io::Result<()> {
        self.mend(exercise)?;
        for hole in &exercise.holes {
            let text = self.text(&hole.file)?;
            let cut = hole.cut(&text, &exercise.message()).ok_or_else(|| hole.missing())?;
            self.set(&hole.file, cut)?;
        }
        if !self.progress.is_solved(&exercise.id) {
            for file in exercise.files() {
                *self.bytes(&copy(&exercise.id, file))? = None;
            }
        }
        self.open(exercise)
    }

    /// Opens an exercise with the sources as they are. What is solved stays solved.
    pub fn open(&mut self, exercise: &Exercise) -> io::Result<()> {
        pristine::keep(self.course, exercise)?;
        let solved = self.progress.state(&exercise.id).filter(|state| *state == State::Solved);
        self.progress.set_state(&exercise.id, solved);
        self.progress.set_open(Some(&exercise.id));
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
        let Some(open) = open.and_then(|open| self.course.get(open)) else { return Ok(()) };
        self.take_out(open)?;
        let is_solved = self.progress.is_solved(&open.id);
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
        self.progress.set_state(&exercise.id, Some(State::Given));
        self.take_out(exercise)?;
        self.fill(exercise, &texts)
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

    /// Keeps what the learner has written in the holes of an exercise, until it is started again. Every command that takes
    /// it out calls this before. What was solved is kept as it was when the tests passed.
    pub fn take_out(&mut self, exercise: &Exercise) -> io::Result<()> {
        let is_kept = self.progress.is_solved(&exercise.id) && self.copies(exercise)?.is_some();
        if !is_kept && self.has_news(exercise)? {
            self.keep(exercise)?;
            let back = format!("`cargo workshop start {}` brings it back", exercise.id);
            self.words.push(format!("What you have written for {} is put away; {back}.", exercise.id));
        }
        Ok(())
    }

    /// Copies the files that have the holes of an exercise.
    fn keep(&mut self, exercise: &Exercise) -> io::Result<()> {
        for file in exercise.files() {
            let text = self.text(file)?;
            self.set(&copy(&exercise.id, file), text)?;
        }
        Ok(())
    }

    /// Returns the copies, or `None` if one is missing.
    fn copies(&mut self, exercise: &Exercise) -> io::Result<Option<Vec<String>>> {
        let files = exercise.files().into_iter().map(|file| copy(&exercise.id, file));
        let copies = files.map(|file| self.text(&file)).collect::<io::Result<Vec<_>>>()?;
        Ok(Some(copies).filter(|copies| copies.iter().all(|copy| !copy.is_empty())))
    }

    /// Puts the bodies that the files have in `texts` into the holes of an exercise.
    fn fill(&mut self, exercise: &Exercise, texts: &[String]) -> io::Result<()> {
        self.mend(exercise)?;
        for (file, from) in exercise.files().into_iter().zip(texts) {
            let text = self.text(file)?;
            let put = |text: String, hole: &Hole| hole.transplant(from, &text);
            let filled = exercise.holes_in(file).try_fold(text.clone(), put).filter(|_| is_whole(from));
            let filled = filled.map_or_else(|| self.merged(exercise, file, &text, from), Ok)?;
            self.set(file, filled)?;
        }
        Ok(())
    }

    /// Takes the course's text for each source in which a hole cannot be found, with what is solved in it.
    fn mend(&mut self, exercise: &Exercise) -> io::Result<()> {
        for file in exercise.files() {
            let text = self.text(file)?;
            if is_whole(&text) && exercise.holes_in(file).all(|hole| hole.body(&text).is_some()) {
                continue;
            }
            let course = self.course;
            let mut text = pristine::text(course, exercise, file)?;
            for other in course.exercises.iter().filter(|other| other.id != exercise.id) {
                let mine = self.text(&copy(&other.id, file))?;
                if self.progress.is_solved(&other.id) && is_whole(&mine) {
                    let put = |text: String, hole: &Hole| hole.transplant(&mine, &text).unwrap_or(text);
                    text = other.holes_in(file).fold(text, put);
                }
            }
            self.set(file, text)?;
        }
        Ok(())
    }

    /// Returns `text` with what a learner has written, in whose source the hole cannot be found.
    fn merged(&self, exercise: &Exercise, file: &str, text: &str, mine: &str) -> io::Result<String> {
        let base = pristine::base(self.course, exercise, file);
        let base = base.map_or_else(|| pristine::text(self.course, exercise, file), Ok)?;
        git::merge(text, &base, mine)?.ok_or_else(|| {
            let (id, copy) = (&exercise.id, copy(&exercise.id, file));
            let help = format!("`cargo workshop reset {id}` cuts it anew, and {copy} has your code");
            root::not_found(format!("{file} has changed where you have written for {id}: {help}"))
        })
    }
}
