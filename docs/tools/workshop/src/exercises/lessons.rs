//! The order of the exercises: the one in which the book has them.

use std::io;
use std::path::Path;

use super::exercise::{Exercise, wrong};
use crate::root;

/// The chapters of the book. `SUMMARY.md` there has their order.
pub const CHAPTERS: &str = "docs/book/src";

/// Returns the exercises that the chapters have, in the order of the book. Only their places in the book are set.
///
/// # Errors
/// If a chapter cannot be read, or if an exercise stands in two places.
pub fn lessons(root: &Path) -> io::Result<Vec<Exercise>> {
    let mut lessons = Vec::<Exercise>::new();
    for (part, chapter) in chapters(root)? {
        let path = root.join(CHAPTERS).join(&chapter);
        let text = root::read(&path)?;
        for id in text.lines().filter_map(|line| line.strip_prefix("{{#exercise ")?.strip_suffix("}}")) {
            if let Some(earlier) = lessons.iter().find(|lesson| lesson.id == id) {
                return Err(wrong(
                    &path,
                    &format!("the exercise `{id}` stands in {} already", earlier.chapter),
                ));
            }
            lessons.push(Exercise {
                id: id.into(),
                part: part.clone(),
                chapter: chapter.clone(),
                ..Exercise::default()
            });
        }
    }
    Ok(lessons)
}

/// Returns the chapters in order, each with the heading of its part.
///
/// # Errors
/// If `SUMMARY.md` cannot be read.
pub fn chapters(root: &Path) -> io::Result<Vec<(String, String)>> {
    let summary = root::read(&root.join(CHAPTERS).join("SUMMARY.md"))?;
    let (mut part, mut chapters) = ("", Vec::new());
    for line in summary.lines() {
        part = line.strip_prefix("# ").unwrap_or(part);
        let file = line.split_once("](").and_then(|(_, rest)| rest.split(')').next());
        chapters.extend(file.map(|file| (part.to_owned(), file.to_owned())));
    }
    Ok(chapters)
}
