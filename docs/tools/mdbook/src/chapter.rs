//! [`Chapter`]: a chapter while its lines are replaced.

use std::cell::RefCell;

use crate::material::Material;

/// A chapter, from its beginning to the line that is replaced.
pub struct Chapter<'a> {
    /// The material that the chapter may show.
    pub material: &'a Material,
    /// The file of the chapter, relative to `docs/book/src`, with `/`.
    pub file: &'a str,
    /// The IDs of the exercises above the line.
    pub above: RefCell<Vec<String>>,
}

impl<'a> Chapter<'a> {
    /// Begins a chapter.
    pub fn new(material: &'a Material, file: &'a str) -> Chapter<'a> {
        Chapter { material, file, above: RefCell::default() }
    }

    /// Returns the way from the page of this chapter to the root of the book: empty, or `../` for each folder.
    pub fn to_root(&self) -> String {
        "../".repeat(self.file.matches('/').count())
    }
}
