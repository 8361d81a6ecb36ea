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
use crate::{links, source, trace, words};

/// Builds the book, and a page for each source that it links. Returns the folder.
///
/// # Errors
/// If a chapter asks for what is not there, if a link leads nowhere, if the list of exercises has another
/// order, or if mdBook has warnings.
pub fn build(material: &Rc<Material>) -> Result<PathBuf> {
    let folder = target()?.join("doc").join("book");
    // mdBook goes on after a warning.
    let log = folder.with_extension("log");
    fs::create_dir_all(log.parent().context("the log has a folder")?)?;
    let listener = tracing_subscriber::fmt().with_max_level(Level::WARN).with_ansi(false).without_time();
    let _listens = set_default(listener.with_writer(File::create(&log)?).finish());
    let mut book = MDBook::load(material.root.join("docs/book"))?;
    book.config.build.build_dir.clone_from(&folder);
    book.with_preprocessor(Shows(Rc::clone(material)));
    book.build()?;
    source::write_pages(material, &folder)?;
    trace::write_pages(material, &folder)?;
    let terms = words::check_terms(material, &material.read(words::TERMS)?);
    let checks = [material.check(), terms, links::check(&folder)];
    let found = checks.into_iter().filter_map(Result::err).map(|error| error.to_string());
    let warnings = fs::read_to_string(&log)?;
    let problems: Vec<_> = found.chain(warnings.lines().map(str::to_owned)).collect();
    if problems.is_empty() { Ok(folder) } else { bail!(problems.join("\n")) }
}

/// Builds the documentation of the crates.
///
/// # Errors
/// If cargo cannot be run, or if it fails.
pub fn docs(root: &Path) -> Result<()> {
    let status = building::cargo().args(["doc", "--no-deps", "--quiet"]).current_dir(root).status()?;
    if status.success() { Ok(()) } else { bail!("`cargo doc --no-deps` failed") }
}

/// Returns the folder in which cargo has put this program: it holds all that is built.
fn target() -> Result<PathBuf> {
    let program = env::current_exe()?;
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.map(Path::to_path_buf).with_context(|| format!("{} is in no target folder", program.display()))
}

/// The preprocessor that fills in what the chapters show.
struct Shows(Rc<Material>);

impl Preprocessor for Shows {
    fn name(&self) -> &str {
        "shows"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let mut errors = Vec::new();
        book.for_each_chapter_mut(|chapter| {
            let path = chapter.source_path.as_deref().unwrap_or(Path::new(""));
            let path = path.to_string_lossy().replace('\\', "/");
            match expand(&Chapter::new(&self.0, &path), &chapter.content) {
                Ok(text) => chapter.content = text,
                Err(error) => errors.push(error.to_string()),
            }
        });
        if errors.is_empty() { Ok(book) } else { bail!(errors.join("\n")) }
    }
}
