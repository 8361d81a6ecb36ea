//! [`Place`]: the folder in which a learner writes a program, made once and never written again, and the level that it is at.

use std::path::{Path, PathBuf, absolute};
use std::{fs, io};

use crate::program::Program;
use workshop::exercises::store;
use workshop::root::{about, not_found, read};

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
            Some(Place { name: name.to_owned(), level, folder: PathBuf::from(folder) })
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

    /// Writes it into the file, as the one that was named last.
    fn save(&self, root: &Path) -> io::Result<()> {
        let _lock = store::lock(root)?;
        let others = Place::all(root)?.into_iter().filter(|place| place.name != self.name);
        let line = |place: &Place| format!("{} {} {}\n", place.name, place.level, place.folder.display());
        let text: String = [line(self)].into_iter().chain(others.map(|place| line(&place))).collect();
        store::write(&root.join(FILE), text.as_bytes())
    }
}

/// Returns where a program is. A new one gets a folder; one that is there already is taken as it is.
pub fn open(root: &Path, program: &Program, at: Option<&Path>) -> io::Result<Place> {
    let known = Place::all(root)?.into_iter().find(|place| place.name == program.name);
    let new = || Place { name: program.name.clone(), level: 1, folder: root.join("own").join(&program.name) };
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
    place.save(root).map(|()| place)
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
    store::write(&new.join("Cargo.toml"), program.manifest("start.toml")?.as_bytes())?;
    fs::rename(&new, folder).map_err(|error| about(folder, &error))
}
