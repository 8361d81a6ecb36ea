//! The book as a folder of pages.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use mdbook_driver::MDBook;
use mdbook_driver::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use tracing::Level;
use tracing::subscriber::set_default;
use workshop::building;

use crate::chapter::Chapter;
use crate::directive::expand;
use crate::material::Material;
use crate::{links, source, trace};

/// Builds the book, and a page for each source that it links. Returns the folder.
///
/// # Errors
/// If a file cannot be read or written.
pub fn build(material: &Rc<Material>) -> Result<PathBuf> {
    let folder = target()?.join("doc").join("book");
    let log = log(&folder);
    fs::create_dir_all(log.parent().context("the log has a folder")?)?;
    let listener = tracing_subscriber::fmt().with_max_level(Level::WARN).with_ansi(false).without_time();
    let _listens = set_default(listener.with_writer(File::create(&log)?).finish());
    let mut book = MDBook::load(material.root.join("docs/book"))?;
    book.config.build.build_dir.clone_from(&folder);
    book.with_preprocessor(Shows(Rc::clone(material)));
    book.build()?;
    source::write_pages(material, &folder)?;
    trace::write_pages(material, &folder)?;
    Ok(folder)
}

/// Checks the book that has been built in `folder`.
///
/// # Errors
/// If a chapter asks for what is not there, if a link leads nowhere, if the list of exercises has another
/// order, or if mdBook has warnings.
pub fn check(material: &Material, folder: &Path) -> Result<()> {
    let checks = [material.check(), links::check(folder)];
    let found = checks.into_iter().filter_map(Result::err).map(|error| error.to_string());
    let warnings = fs::read_to_string(log(folder))?;
    let chapters = material.wrong.borrow();
    let wrong: Vec<_> =
        chapters.iter().cloned().chain(found).chain(warnings.lines().map(str::to_owned)).collect();
    if wrong.is_empty() { Ok(()) } else { bail!(wrong.join("\n")) }
}

/// Returns the file with mdBook's warnings: it goes on after a warning.
fn log(folder: &Path) -> PathBuf {
    folder.with_extension("log")
}

/// Builds the documentation of the crates, or of those that compile. Returns whether these are all.
///
/// # Errors
/// If cargo cannot be run.
pub fn docs(root: &Path) -> Result<bool> {
    let mut cargo = building::cargo();
    cargo.args(["doc", "--no-deps", "--keep-going"]).current_dir(root);
    Ok(building::build(&mut cargo)?.is_ok())
}

/// Returns the folder that holds all that cargo builds. In it, each profile has a folder, in which programs are, and tests
/// one level deeper.
fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let profile = program.ancestors().skip(1).find(|folder| !folder.ends_with("deps"));
    let target = profile.and_then(Path::parent).map(Path::to_path_buf);
    target.with_context(|| format!("{} is in no target folder", program.display()))
}

/// The preprocessor that fills in what the chapters show.
struct Shows(Rc<Material>);

impl Preprocessor for Shows {
    fn name(&self) -> &str {
        "shows"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        book.for_each_chapter_mut(|chapter| {
            let path = chapter.source_path.as_deref().unwrap_or(Path::new(""));
            let path = path.to_string_lossy().replace('\\', "/");
            let (text, wrong) = expand(&Chapter::new(&self.0, &path), &chapter.content);
            chapter.content = text;
            self.0.wrong.borrow_mut().extend(wrong);
        });
        Ok(book)
    }
}
