//! [`Place`]: the folder in which a learner writes a program, made once and never written again, and the level that it is at.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs, io};

use crate::program::Program;
use workshop::exercises::store;
use workshop::root::{about, not_found, read};
use workshop::say;

/// The file: a line for each program that was begun, the one that was named last first.
const FILE: &str = ".workshop/own";

/// A learner's program.
#[derive(Debug, Clone)]
pub struct Place {
    pub name: String,
    /// The level to pass next, from 1. After the last one, it is one more than that.
    pub level: usize,
    /// The folder, an absolute path.
    pub folder: PathBuf,
}

impl Place {
    /// Returns the programs that were begun, the one that was named last first.
    pub fn all(root: &Path) -> io::Result<Vec<Place>> {
        let bytes = store::read(&root.join(FILE))?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let places = text.lines().filter_map(|line| {
            let mut words = line.splitn(3, ' ');
            let (name, level, folder) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
            // A folder in the course is named relative to the course, which may move.
            let (named, usual) = (root.join(folder), usual(root, name));
            let folder = if !named.exists() && usual.exists() { usual } else { named };
            Some(Place { name: name.to_owned(), level, folder })
        });
        Ok(places.collect())
    }

    /// Checks that the folder is where it was.
    pub fn is_there(&self) -> io::Result<()> {
        let Place { name, folder, .. } = self;
        let say = format!("if you have moved it, `cargo workshop own {name} --at DIR` says where it is");
        let none = || not_found(format!("{} has no Cargo.toml any more; {say}", folder.display()));
        folder.join("Cargo.toml").is_file().then_some(()).ok_or_else(none)
    }

    /// Returns the folder as it is shown: relative to the current folder, if it is inside.
    pub fn shown(&self) -> PathBuf {
        let current = env::current_dir().unwrap_or_default();
        self.folder.strip_prefix(current).unwrap_or(&self.folder).to_owned()
    }

    /// Writes it into the file, as the one that was named last.
    fn save(&self, root: &Path) -> io::Result<()> {
        let _lock = store::lock(root)?;
        let others = Place::all(root)?.into_iter().filter(|place| place.name != self.name);
        let of_course = absolute(root)?;
        let line = |Place { name, level, folder }: &Place| {
            format!("{name} {level} {}\n", folder.strip_prefix(&of_course).unwrap_or(folder).display())
        };
        let text: String = [line(self)].into_iter().chain(others.map(|place| line(&place))).collect();
        store::write(&root.join(FILE), text.as_bytes())
    }
}

/// Returns where a program is. A new one gets a folder; one that is there already is taken as it is.
pub fn open(root: &Path, program: &Program, at: Option<&Path>) -> io::Result<Place> {
    let known = Place::all(root)?.into_iter().find(|place| place.name == program.name);
    let new = || Place { name: program.name.clone(), level: 1, folder: usual(root, &program.name) };
    let mut place = known.unwrap_or_else(new);
    place.folder = absolute(at.unwrap_or(&place.folder))?;
    let folder = &place.folder;
    if folder.starts_with(absolute(root)?) && !folder.starts_with(absolute(root.join("own"))?) {
        let within = format!("{} is in the course; name a folder outside of it", folder.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, within));
    }
    if place.level == 1 && !folder.exists() {
        make(program, folder)?;
    }
    place.is_there()?;
    mend(program, folder)?;
    place.save(root).map(|()| place)
}

/// Returns the folder of a program, unless the learner has named another one.
fn usual(root: &Path, name: &str) -> PathBuf {
    root.join("own").join(name)
}

/// Corrects the path of the course in a learner's manifest if it leads nowhere: the folder or the course has moved.
pub fn mend(program: &Program, folder: &Path) -> io::Result<()> {
    let (file, mut text) = (folder.join("Cargo.toml"), read(&folder.join("Cargo.toml"))?);
    let course = program.course_from(folder);
    let start = read(&program.folder.join("start.toml"))?;
    for rest in start.split("COURSE").skip(1).filter_map(|rest| rest.split('"').next()) {
        let Some(end) = text.find(&format!("{rest}\"")) else { continue };
        let begin = text[..end].rfind('"').map_or(0, |quote| quote + 1);
        if !folder.join(format!("{}{rest}", &text[begin..end])).exists() {
            text.replace_range(begin..end, &course);
            store::write(&file, text.as_bytes())?;
            say!("{} names the course where it is now: {course}", file.display())?;
        }
    }
    Ok(())
}

/// Notes that the levels up to this one were passed.
pub fn next_level(root: &Path, program: &Program, place: Place) -> io::Result<Place> {
    let place = Place { level: program.levels.len().min(place.level) + 1, ..place };
    place.save(root).map(|()| place)
}

/// Makes a learner's folder, which must not exist: as a whole or not at all.
fn make(program: &Program, folder: &Path) -> io::Result<()> {
    let new = folder.with_file_name(format!(".new-{}", program.name));
    store::write(&new.join("README.md"), read(&program.folder.join("README.md"))?.as_bytes())?;
    store::write(&new.join("src/lib.rs"), b"")?;
    store::write(&new.join("Cargo.toml"), program.manifest("start.toml", folder)?.as_bytes())?;
    fs::rename(&new, folder).map_err(|error| about(folder, &error))
}
