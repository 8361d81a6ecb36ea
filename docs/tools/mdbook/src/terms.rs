//! `{{#terms}}`: an index of the terms.

use anyhow::Result;

use crate::chapter::Chapter;

/// Each chapter with the terms that it introduces, `CHAPTER: TERM, TERM`.
const TERMS: &str = "docs/book/terms.txt";

/// Returns all terms, with links to their chapters.
pub fn index(chapter: &Chapter<'_>) -> Result<String> {
    let list = chapter.material.read(TERMS)?;
    let lines = list.lines().filter_map(|line| line.split_once(": "));
    let link = |chapter, term| format!("[{term}]({chapter})");
    let mut links: Vec<_> =
        lines.flat_map(|(chapter, terms)| terms.split(", ").map(move |term| link(chapter, term))).collect();
    links.sort_by_key(|link| link.to_lowercase());
    // mdBook renames the first chapter.
    Ok(links.join(" · ").replace("README.md", "index.md"))
}
